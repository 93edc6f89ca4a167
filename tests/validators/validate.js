// node validate.js PROGRAM: what the program writes, judged by validators of others.
import { resolve } from 'node:path';
import { Checks } from './checks.js';
import { checkEditor } from './editor.js';
import { checkFindings } from './findings.js';
import { checkSchemas } from './schemas.js';
import { checkSite } from './site.js';

if (process.argv.length !== 3) {
  console.error('usage: node validate.js PROGRAM');
  process.exit(2);
}
const program = resolve(process.argv[2]);
const checks = new Checks();
for (const check of [checkFindings, checkSchemas, checkEditor, checkSite]) {
  const before = checks.passed + checks.failed;
  await check(checks, program);
  checks.expect(checks.passed + checks.failed > before, `${check.name} judged something`);
}
// A line for the table that tools/test prints.
console.log(`checks | validators | ${checks.passed + checks.failed} | ${checks.failed}`);
process.exit(checks.failed === 0 ? 0 : 1);
