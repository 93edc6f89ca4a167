// node clients.js PROGRAM: the program as clients of others see it.
import { resolve } from 'node:path';
import { Checks } from './checks.js';
import { checkConformance } from './conformance.js';
import { checkDocument } from './document.js';
import { checkHosts } from './hosts.js';
import { checkInspector } from './inspector.js';
import { checkSdk } from './sdk.js';
import { Served } from './served.js';

if (process.argv.length !== 3) {
  console.error('usage: node clients.js PROGRAM');
  process.exit(2);
}
const checks = new Checks();
const served = new Served(resolve(process.argv[2]));
try {
  const url = await served.listen();
  for (const check of [checkSdk, checkDocument, checkInspector, checkHosts, checkConformance]) {
    const before = checks.passed + checks.failed;
    await check(checks, served, url);
    checks.expect(checks.passed + checks.failed > before, `${check.name} judged something`);
  }
  checks.equal(await served.stop(), 0, 'the server ends with success on SIGTERM');
} finally {
  await served.stop();
  served.remove();
}
// A line for the table that tools/test prints.
console.log(`checks | clients | ${checks.passed + checks.failed} | ${checks.failed}`);
process.exit(checks.failed === 0 ? 0 : 1);
