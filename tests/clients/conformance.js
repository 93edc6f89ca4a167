// The official conformance suite, with baselines that name only what a server of reports does not have.
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { here } from './served.js';

const suite = join(here, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
const old = Number(process.versions.node.split('.')[0]) < 22;

function run(words) {
  // Before Node 22 the suite does not start without help: see old-node.js.
  const before = old ? ['--import', join(here, 'old-node.js')] : [];
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...before, suite, ...words], { cwd: here });
    let out = '';
    child.stdout.on('data', (data) => (out += data));
    child.stderr.on('data', (data) => (out += data));
    child.on('exit', (code) => resolve({ code, out }));
  });
}

// Every check of every scenario, as the suite wrote it.
function readResults(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((file) => file.endsWith('checks.json'))
    .flatMap((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')));
}

export async function checkConformance(checks, served, url) {
  for (const revision of ['2025-11-25', '2026-07-28']) {
    const folder = join(served.folder, `conformance-${revision}`);
    mkdirSync(folder);
    const { code, out } = await run([
      ...['server', '--url', `${url.replace('127.0.0.1', 'localhost')}/mcp`, '--requirements', revision],
      ...['--expected-failures', join(here, `baseline-${revision}.yml`), '-o', folder],
    ]);
    checks.equal(code, 0, `conformance ${revision}`);
    if (code !== 0) console.error(out.split('\n').slice(-40).join('\n'));
    const results = readResults(folder);
    const passed = results.filter((result) => result.status === 'SUCCESS').length;
    checks.expect(passed >= 20, `conformance ${revision}: checks that passed`, `${passed}`);
    console.log(`conformance ${revision}: ${passed} of ${results.length} checks passed, the others are in the baseline or not scored`);
  }
}
