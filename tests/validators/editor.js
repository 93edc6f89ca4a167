// The language server that editors use for YAML, with our schemas: no complaint about what is shipped, the mistake found
// where it was made, descriptions on hover, keys on completion.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Deployment, root } from './deployment.js';

const require = createRequire(import.meta.url);
const { getLanguageService } = require('yaml-language-server/out/server/src/languageservice/yamlLanguageService.js');
const { SettingsState } = require('yaml-language-server/out/server/src/yamlSettings.js');
const { TextDocument } = require('vscode-languageserver-textdocument');

const examples = [
  { schema: 'report', file: 'reports/orders/order_evidence.yaml', misspell: ['owner:', 'ownr:'], hover: ['allow:', 'denied'] },
  { schema: 'report', file: 'reports/music/catalogue_search.yaml', misspell: ['over:', 'ovr:'], hover: ['sql:', 'SELECT'] },
  { schema: 'source', file: 'policies/sources/ticketing.yaml', misspell: ['row_scope:', 'rowscope:'], hover: ['expose:', 'ceiling'] },
  { schema: 'limits', file: 'policies/limits/founding.yaml', misspell: ['deadline:', 'dedline:'], hover: ['memory:', 'memory'] },
  { schema: 'access', file: 'policies/access.yaml', misspell: ['reports:', 'report:'], hover: ['roles:', 'role'] },
  { schema: 'gateway', file: 'querygate.yaml', misspell: ['sources:', 'source:'], hover: ['policies:', 'folder'] },
];

function editorWith(schemas) {
  const settings = new SettingsState();
  const service = getLanguageService({
    // Everything is at hand; nothing is fetched.
    schemaRequestService: async (uri) => { throw new Error(`${uri} was asked for`); },
    workspaceContext: { resolveRelativePath: (path) => path },
    yamlSettings: settings,
    clientCapabilities: {},
  });
  service.configure({
    validate: true,
    hover: true,
    completion: true,
    yamlVersion: '1.2',
    customTags: [],
    schemas: [...schemas].map(([name, schema]) => ({
      uri: `file:///${name}.schema.json`,
      fileMatch: [`${name}-*.yaml`],
      schema,
    })),
  });
  let count = 0;
  const open = (name, text) => {
    count += 1;
    const document = TextDocument.create(`file:///${name}-${count}.yaml`, 'yaml', 0, text);
    settings.documents = { get: () => document, all: () => [document] };
    return document;
  };
  return { service, open };
}

export async function checkEditor(checks, program) {
  const place = new Deployment(program, 'shipped');
  const schemas = new Map();
  try {
    for (const name of new Set(examples.map((example) => example.schema))) {
      schemas.set(name, JSON.parse(place.run(['schema', name], 0)));
    }
  } finally {
    place.remove();
  }
  const { service, open } = editorWith(schemas);
  for (const { schema, file, misspell: [right, wrong], hover: [key, word] } of examples) {
    // The mode line would name a schema by path; here they are given.
    const text = readFileSync(join(root, file), 'utf8').replace(/^# yaml-language-server:.*\n/m, '');
    const document = open(schema, text);
    const complaints = await service.doValidation(document, false);
    checks.expect(complaints.length === 0, `${file} in an editor`, complaints.map((one) => one.message).join('; '));

    const at = text.indexOf(right);
    const mistaken = open(schema, text.replace(right, wrong));
    const found = (await service.doValidation(mistaken, false)).map((one) => one.range.start.line);
    checks.expect(at >= 0 && found.includes(document.positionAt(at).line), `${wrong} is marked in ${file}`);

    const under = await service.doHover(open(schema, text), document.positionAt(text.indexOf(key) + 1));
    checks.expect(under?.contents.value?.includes(word), `${key} is explained in ${file}`, JSON.stringify(under));
  }
  const begun = open('report', 'apiVersion: querygate/v1\nkind: Report\nst');
  const offered = (await service.doComplete(begun, { line: 2, character: 2 }, false)).items.map((item) => item.label);
  checks.expect(offered.includes('status') && offered.includes('queries'), 'keys are offered', offered.join());
}
