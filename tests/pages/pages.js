// node pages.js PROGRAM CHROMIUM: the pages as people see them.
import { resolve } from 'node:path';
import { openBrowser } from './browser.js';
import { checkCalls } from './calls.js';
import { checkCatalogue } from './catalogue.js';
import { Checks } from './checks.js';
import { checkHostile } from './hostile.js';
import { checkKeyboard } from './keyboard.js';
import { checkLooks } from './looks.js';
import { checkNoScript } from './noscript.js';
import { Site } from './site.js';

if (process.argv.length !== 4) {
  console.error('usage: node pages.js PROGRAM CHROMIUM');
  process.exit(2);
}
const checks = new Checks();
const site = new Site(resolve(process.argv[2]));
let browser;
try {
  const url = await site.listen();
  browser = await openBrowser(process.argv[3]);
  for (const check of [checkCatalogue, checkCalls, checkHostile, checkNoScript, checkKeyboard, checkLooks]) {
    const before = checks.passed + checks.failed;
    await check(checks, browser, url);
    checks.expect(checks.passed + checks.failed > before, `${check.name} judged something`);
  }
  await browser.close();
  checks.equal(await site.stop(), 0, 'the server ends with success on SIGTERM');
} finally {
  await browser?.close();
  await site.stop();
  site.remove();
}
// A line for the table that tools/test prints.
console.log(`checks | pages | ${checks.passed + checks.failed} | ${checks.failed}`);
process.exit(checks.failed === 0 ? 0 : 1);
