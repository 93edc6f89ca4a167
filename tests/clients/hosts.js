// The configuration blocks of README.md and docs/SERVING.md, as an MCP host reads them.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspectWith } from './inspector.js';
import { here } from './served.js';

function blocksOf(file) {
  const text = readFileSync(join(here, '..', '..', file), 'utf8');
  return [...text.matchAll(/```json\n(\{\n  "mcpServers"[^`]*)```/g)].map((match) => JSON.parse(match[1]));
}

export async function checkHosts(checks, served, url) {
  writeFileSync(join(served.demo, 'me.json'), '{"roles":["partner"]}');
  for (const file of ['README.md', 'docs/SERVING.md']) {
    const blocks = blocksOf(file);
    checks.equal(blocks.length, 2, `${file} shows a host that starts the server and one that calls it`);
    for (const block of blocks) {
      const server = block.mcpServers.reports;
      // The places of this run instead of those of the example.
      if (server.url) server.url = server.url.replace('http://127.0.0.1:8080', url);
      if (server.command) server.command = served.program;
      server.args = server.args?.map((word) => word.replace('/srv/reports', served.demo));
      const config = join(served.folder, 'host.json');
      writeFileSync(config, JSON.stringify(block));
      const words = ['--config', config, '--server', 'reports', '--method', 'tools/list'];
      const { code, out, err } = await inspectWith(served, words);
      checks.equal(code, 0, `${file}: a host can use it`);
      if (code !== 0) console.error(err);
      const names = JSON.parse(out).result.tools.map((tool) => tool.name);
      const parcels = ['parcels_exact_units_by_zone', 'parcels_units_by_zone'];
      const seen = server.url ? names.filter((name) => name.startsWith('parcels_')) : names;
      checks.equal(seen, parcels, `${file}: the tools of the identity that it names`);
    }
  }
}
