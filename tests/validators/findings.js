// SARIF against the official schema, JUnit against junit.xsd, json against docs/schema/findings.schema.json.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import Ajv from 'ajv';
import AjvDraft04 from 'ajv-draft-04';
import addFormats from 'ajv-formats';
import { validateXML } from 'xmllint-wasm';
import { Deployment, root } from './deployment.js';

const require = createRequire(import.meta.url);

// What is linted, and how it ends; between them they have errors, warnings, suppressions, faults and nothing at all.
const runs = [
  { name: 'errors and warnings', deployment: 'broken', words: [], status: 1 },
  { name: 'no findings', deployment: 'broken', words: ['policies'], status: 0 },
  { name: 'the shipped deployment', deployment: 'shipped', words: [], status: 0 },
  { name: 'suppressed findings', deployment: 'small', golden: 'lint/suppressed', words: ['items/known'], status: 0 },
  { name: 'wrong suppressions', deployment: 'small', golden: 'lint/suppressed_wrongly', words: ['items/hidden'], status: 1 },
  { name: 'no YAML', deployment: 'small', golden: 'lint/not_yaml', words: ['reports/bad.yaml'], status: 1 },
  { name: 'nothing matched', deployment: 'small', words: ['reports/nowhere'], status: 2 },
  { name: 'no configuration', deployment: 'small', words: ['--config', 'none.yaml'], status: 2 },
  { name: 'a wrong configuration', deployment: 'small', golden: 'lint/levels_invalid', words: [], status: 2 },
];

function sarifMutations(log) {
  const mutations = {
    'its version is another': (copy) => { copy.version = '2.0.0'; },
    'a run has no tool': (copy) => { delete copy.runs[0].tool; },
    'columns are counted in another unit': (copy) => { copy.runs[0].columnKind = 'bytes'; },
  };
  if (log.runs[0].results.some((result) => result.locations?.[0].physicalLocation.region)) {
    const placed = (copy) => copy.runs[0].results.find((result) => result.locations?.[0].physicalLocation.region);
    mutations['a line is zero'] = (copy) => { placed(copy).locations[0].physicalLocation.region.startLine = 0; };
    mutations['a level is none of the four'] = (copy) => { placed(copy).level = 'fatal'; };
    mutations['a message is bare text'] = (copy) => { placed(copy).message = 'text'; };
  }
  return mutations;
}

// What the schema cannot say.
function checkSarif(checks, log, findings, what) {
  const [run] = log.runs;
  const { rules } = run.tool.driver;
  for (const result of run.results) {
    checks.expect(rules[result.ruleIndex]?.id === result.ruleId, `${what}: ruleIndex of ${result.ruleId}`);
    for (const location of result.locations) {
      const { uri, uriBaseId } = location.physicalLocation.artifactLocation;
      checks.expect(!/^[a-z]+:|^\//i.test(uri) && uriBaseId in run.originalUriBaseIds, `${what}: ${uri} is relative`);
    }
  }
  const suppressed = run.results.filter((result) => result.suppressions);
  checks.expect(run.results.length - suppressed.length === findings.findings.length, `${what}: findings in both formats`);
  checks.expect(suppressed.length === findings.suppressed.length, `${what}: suppressed findings in both formats`);
  checks.expect(run.invocations[0].executionSuccessful === findings.complete, `${what}: complete in both formats`);
  checks.expect((run.invocations[0].toolExecutionNotifications.length > 0) === !findings.complete, `${what}: why not`);
  const prints = (list, of) => list.map(of).sort().join();
  checks.expect(
    prints(run.results, (result) => result.partialFingerprints.primaryLocationLineHash) ===
      prints([...findings.findings, ...findings.suppressed], (finding) => finding.fingerprint),
    `${what}: fingerprints in both formats`,
  );
  return suppressed.length;
}

async function checkJunit(checks, xml, what) {
  const schema = readFileSync(join(root, 'tests/validators/junit.xsd'), 'utf8');
  const valid = async (contents) =>
    (await validateXML({ xml: [{ fileName: 'junit.xml', contents }], schema: [schema] })).valid;
  checks.expect(await valid(xml), `${what} as JUnit is valid`);
  for (const [name, mutated] of Object.entries({
    'it has no counts': xml.replace(/ tests="[0-9]+"/, ''),
    'a test case has no name': xml.replace(/(<testcase [^>]*) name="[^"]*"/, '$1'),
    'it is cut': xml.slice(0, -20),
  })) {
    checks.expect(mutated !== xml && !(await valid(mutated)), `${what} as JUnit is refused when ${name}`);
  }
}

export async function checkFindings(checks, program) {
  // The schema of the OASIS committee as the library of its members carries it.
  const sarifSchema = require('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json');
  const draft04 = new AjvDraft04({ strict: false, allErrors: true, unicodeRegExp: false });
  addFormats(draft04);
  const validSarif = draft04.compile(sarifSchema);
  const validJson = new Ajv({ strict: true, strictRequired: false, allErrors: true }).compile(JSON.parse(readFileSync(join(root, 'docs/schema/findings.schema.json'), 'utf8')));

  let suppressed = 0;
  for (const { name, deployment, golden, words, status } of runs) {
    const place = new Deployment(program, deployment, golden);
    try {
      const lint = (format) => place.run(['lint', ...words, '--format', format], status);
      const findings = JSON.parse(lint('json'));
      checks.accepts(validJson, findings, `${name} as json`);
      checks.refuses(validJson, findings, {
        'a count is missing': (copy) => { delete copy.errors; },
        'a count is text': (copy) => { copy.files = '1'; },
        'a fault has no message': (copy) => { copy.faults = [{ severity: 'error' }]; },
        'a severity is none of the three': (copy) => { copy.faults = [{ severity: 'fatal', message: 'm' }]; },
      }, `${name} as json`);

      const log = JSON.parse(lint('sarif'));
      checks.accepts(validSarif, log, `${name} as SARIF`);
      checks.refuses(validSarif, log, sarifMutations(log), `${name} as SARIF`);
      suppressed += checkSarif(checks, log, findings, name);
      await checkJunit(checks, lint('junit'), name);
    } finally {
      place.remove();
    }
  }
  checks.expect(suppressed > 0, 'at least one suppressed finding was judged');
}
