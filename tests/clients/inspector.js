// The inspector's command line, in the three ways in which it can agree on a revision.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { here } from './served.js';

const program = join(here, 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js');

function inspect(served, url, ...words) {
  return inspectWith(served, ['--server-url', `${url}/mcp`, '--transport', 'http', ...words]);
}

export function inspectWith(served, words) {
  const all = [program, '--cli', '--format', 'json', '-q', ...words];
  return new Promise((resolve) => {
    // It keeps a catalogue below HOME, which is none of ours.
    const child = spawn(process.execPath, all, { env: { ...process.env, HOME: served.folder } });
    let [out, err] = ['', ''];
    child.stdout.on('data', (data) => (out += data));
    child.stderr.on('data', (data) => (err += data));
    child.on('exit', (code) => resolve({ code, out, err }));
  });
}

export async function checkInspector(checks, served, url) {
  for (const era of ['legacy', 'auto', 'modern']) {
    const list = await inspect(served, url, '--protocol-era', era, '--method', 'tools/list', '--strict');
    checks.equal(list.code, 0, `inspector, ${era}: no schema that clients drop`);
    const tools = JSON.parse(list.out).result.tools;
    checks.expect(tools.some((tool) => tool.name === 'parcels_units_by_zone'), `inspector, ${era}: the tools`);
    const call = (tool, args) =>
      inspect(served, url, '--protocol-era', era, '--method', 'tools/call', '--tool-name', tool, '--tool-args-json', args);
    const result = await call('parcels_units_by_zone', '{"state":"sent"}');
    checks.equal(result.code, 0, `inspector, ${era}: a call`);
    checks.equal(JSON.parse(result.out).result.structuredContent.rows.length, 2, `inspector, ${era}: its rows`);
    checks.equal((await call('parcels_nothing', '{}')).code, 5, `inspector, ${era}: an unknown tool`);
  }
}
