// The schemas for editors: what is shipped satisfies them, what the loader refuses by shape does not, and they never
// refuse what the loader accepts.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import Ajv from 'ajv';
import { parse } from 'yaml';
import { Deployment, root } from './deployment.js';

// Every declaration of the repository that is meant to be right.
const folders = ['reports', 'policies', 'tests/golden/deployments/small', 'tools/querygate/demo'];

function* yamlFiles(folder, within = root) {
  for (const entry of readdirSync(join(within, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* yamlFiles(path, within);
    else if (entry.name.endsWith('.yaml')) yield path;
  }
}

const readYaml = (path) => parse(readFileSync(path, 'utf8'), { version: '1.2', logLevel: 'error' });

// Golden cases with files of their own, right and wrong ones.
function* goldenCases() {
  const cases = join(root, 'tests/golden/cases');
  for (const area of readdirSync(cases)) {
    for (const name of readdirSync(join(cases, area))) {
      const folder = join(cases, area, name);
      if (!existsSync(join(folder, 'files')) || !existsSync(join(folder, 'deployment'))) continue;
      yield { name: `${area}/${name}`, deployment: readFileSync(join(folder, 'deployment'), 'utf8').trim() };
    }
  }
}

// The rules about the shape of a document: what the others find, a schema cannot know.
const isAboutShape = (finding) => finding.id <= 'QG019';

// Whatever the loader accepts, the schemas accept.
function compareWithLoader(checks, program, validators) {
  let compared = 0;
  for (const { name, deployment } of goldenCases()) {
    const place = new Deployment(program, deployment, name);
    try {
      const result = JSON.parse(place.run(['lint', '--format', 'json'], 0, 1, 2));
      if (!result.complete) continue;
      const misshapen = new Set(result.findings.filter(isAboutShape).map((finding) => finding.file));
      const present = ['reports', 'policies'].filter((folder) => existsSync(join(place.folder, folder)));
      for (const file of present.flatMap((folder) => [...yamlFiles(folder, place.folder)])) {
        const judged = !file.endsWith('.test.yaml') && !file.endsWith('.fixture.yaml') && !misshapen.has(file);
        if (!judged) continue;
        const document = readYaml(join(place.folder, file));
        const validate = validators.get(document.kind);
        if (validate) checks.accepts(validate, document, `${name}: ${file}`);
        compared += 1;
      }
    } finally {
      place.remove();
    }
  }
  checks.expect(compared > 50, 'documents of golden cases were compared with the loader');
}

// Each makes a valid document of its kind wrong in one way.
const mutations = {
  Report: {
    'a key is misspelt': (copy) => { copy.sourc = copy.source; },
    'a required key is missing': (copy) => { delete copy.owner; },
    'the version is text': (copy) => { copy.version = '1'; },
    'the version is zero': (copy) => { copy.version = 0; },
    'the status is unknown': (copy) => { copy.status = 'live'; },
    'the source is no name': (copy) => { copy.source = 'Ticketing'; },
    'a parameter has no type': (copy) => { copy.parameters = { p: { description: 'd' } }; },
    'a parameter has the type of a column': (copy) => { copy.parameters = { p: { type: 'text' } }; },
    'a parameter has no name': (copy) => { copy.parameters = { 'P-1': { type: 'string' } }; },
    'max_items is beyond 100': (copy) => { copy.parameters = { p: { type: 'string', list: true, max_items: 101 } }; },
    'an enum is empty': (copy) => { copy.parameters = { p: { type: 'string', enum: [] } }; },
    'a duration has no unit': (copy) => { copy.limits = { use: 'default', deadline: '2' }; },
    'a table is listed without columns': (copy) => { copy.allow.tables = { t: null }; },
    'a column is listed twice': (copy) => { copy.allow.tables = { t: ['a', 'a'] }; },
    'there are no queries': (copy) => { copy.queries = {}; },
    'rows has two forms': (copy) => { Object.values(copy.queries)[0].rows = { max: 1, exactly: 1 }; },
    'rows has no form': (copy) => { Object.values(copy.queries)[0].rows = { over: 'reject' }; },
    'exactly is two': (copy) => { Object.values(copy.queries)[0].rows = { exactly: 2 }; },
    'a query has no columns': (copy) => { Object.values(copy.queries)[0].columns = {}; },
    'a column has a type of parameters': (copy) => { Object.values(copy.queries)[0].columns = { a: { type: 'string' } }; },
    'the result has two forms': (copy) => { copy.result = { rows: 'q', record: { a: 'q' } }; },
    'the result has none': (copy) => { copy.result = {}; },
  },
  Source: {
    'nothing says what is exposed': (copy) => { delete copy.expose; },
    'a row scope is a list': (copy) => { copy.row_scope = { t: ['a'] }; },
    'a row scope has no column': (copy) => { copy.row_scope = { t: {} }; },
    'large is text': (copy) => { copy.large = 'events'; },
  },
  Limits: {
    'a size has an unknown unit': (copy) => { copy.memory = '1TB'; },
    'a count is text': (copy) => { copy.groups = '20'; },
    'a count is zero': (copy) => { copy.vm_steps = 0; },
    'it names limits': (copy) => { copy.use = 'founding'; },
  },
  Access: {
    'a role permits no list': (copy) => { copy.roles = { r: { reports: 'x' } }; },
    'a narrowing is a value': (copy) => { copy.roles = { r: { reports: [], narrow: { a: { p: 'sent' } } } }; },
    'a narrowing is empty': (copy) => { copy.roles = { r: { reports: [], narrow: { a: { p: [] } } } }; },
    'a scope has no claim': (copy) => { copy.scope = { s: { type: 'string' } }; },
  },
  Gateway: {
    'a source has two locations': (copy) => { copy.sources = { a: { path: 'x', by: 't' } }; },
    'a source has none': (copy) => { copy.sources = { a: {} }; },
    'an enforced rule has a level': (copy) => { copy.lint = { levels: { QG102: 'off' } }; },
    'a level is unknown': (copy) => { copy.lint = { levels: { QG302: 'warn' } }; },
  },
  ReportTest: {
    'there are no cases': (copy) => { copy.cases = []; },
    'a case expects nothing': (copy) => { copy.cases[0].expect = {}; },
    'a case expects two things': (copy) => { copy.cases[0].expect = { rows: [], reason: 'invalid_state' }; },
    'a value is a list': (copy) => { copy.cases[0].given = { t: [{ a: [1] }] }; },
    'a repetition is too long': (copy) => { copy.cases[0].given = { t: [{ repeat: 100001, row: { a: 1 } }] }; },
  },
};

export async function checkSchemas(checks, program) {
  const place = new Deployment(program, 'shipped');
  const validators = new Map();
  try {
    const names = place.run(['schema'], 0).split('\n').slice(2).filter(Boolean).map((line) => line.split(' ')[0]);
    const ajv = new Ajv({ strict: true, strictTypes: false, strictRequired: false, allowUnionTypes: true });
    for (const name of names) {
      const schema = JSON.parse(place.run(['schema', name], 0));
      validators.set(schema.properties.kind.enum[0], ajv.compile(schema));
    }
    checks.expect(names.length >= 6, 'a schema for each kind of document');
  } finally {
    place.remove();
  }

  const judged = new Map();
  const files = [...folders.flatMap((folder) => [...yamlFiles(folder)]), 'querygate.yaml'];
  for (const file of files) {
    const document = readYaml(join(root, file));
    const validate = validators.get(document.kind);
    checks.expect(validate !== undefined, `${relative(root, file)} is of a known kind`);
    if (!validate) continue;
    checks.accepts(validate, document, file);
    if (!judged.has(document.kind)) judged.set(document.kind, document);
  }
  judged.set('ReportTest', judged.get('ReportTest') ?? {
    apiVersion: 'querygate/v1',
    kind: 'ReportTest',
    cases: [{ name: 'n', given: { t: [{ a: 1, b: null }, { repeat: 2, row: { a: { blob: 'AA==' } } }] }, expect: { rows: [{ a: 1 }] } }],
  });
  checks.accepts(validators.get('ReportTest'), judged.get('ReportTest'), 'a ReportTest');

  compareWithLoader(checks, program, validators);

  for (const [kind, wrong] of Object.entries(mutations)) {
    checks.expect(judged.has(kind), `a document of kind ${kind} was judged`);
    const common = {
      'the version of the language is another': (copy) => { copy.apiVersion = 'querygate/v2'; },
      'the kind is missing': (copy) => { delete copy.kind; },
      'a key is unknown': (copy) => { copy.nonsense = 1; },
    };
    checks.refuses(validators.get(kind), judged.get(kind), { ...common, ...wrong }, kind);
    const extended = { ...judged.get(kind), 'x-note': { any: ['thing'] } };
    checks.accepts(validators.get(kind), extended, `${kind} with an extension key`);
  }
}
