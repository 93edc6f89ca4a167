// The configuration blocks of README.md, each used as the host that it is for uses it: what it starts or calls is asked
// by the SDK's client for its tools and for one report.
import { spawnSync } from 'node:child_process';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { parse as parseToml } from 'smol-toml';
import { inspectWith } from './inspector.js';
import { here, Served } from './served.js';

const readers = { json: JSON.parse, toml: parseToml };

// What the section has, in its order: the host that the line before a block names, and the way.
const expected = [
  ['Claude Desktop', 'stdio'],
  ['VS Code', 'stdio'],
  ['Codex', 'stdio'],
  ['Claude Code', 'http'],
  ['Cursor', 'http'],
  ['VS Code', 'http'],
  ['Codex', 'http'],
];

function blocksOf(file, heading) {
  const text = readFileSync(join(here, '..', '..', file), 'utf8');
  const section = new RegExp(`^## ${heading}\n([^]*?)^## `, 'm').exec(text)?.[1] ?? '';
  const found = [...section.matchAll(/^(.+):\n\n```(\w+)\n([^]*?)^```$/gm)];
  return found.map(([, introduction, language, body]) => ({
    host: introduction.split(/ \(|, /)[0],
    content: readers[language](body),
  }));
}

// Every value that a host replaces before it uses the block: from the environment, or by asking.
function fill(text, token, inputs) {
  return text.replace(/\$\{(?:env:|input:)?(\w+)\}/g, (spelt, name) => {
    if (spelt.startsWith('${input:')) return inputs?.some((input) => input.id === name && input.password) ? token : spelt;
    return name === 'QUERYGATE_TOKEN' ? token : spelt;
  });
}

// A block as one of { command, args } and { url, headers }, whatever the host calls them.
function readBlock({ content }, token) {
  const server = (content.mcpServers ?? content.servers ?? content.mcp_servers).reports;
  if (server.command) return { command: server.command, args: server.args };
  const headers = Object.fromEntries(
    Object.entries(server.headers ?? {}).map(([name, value]) => [name, fill(value, token, content.inputs)]),
  );
  if (server.bearer_token_env_var) headers.Authorization = fill(`Bearer \${${server.bearer_token_env_var}}`, token);
  return { url: server.url, headers };
}

async function use(transport) {
  const client = new Client({ name: 'querygate-hosts', version: '0' }, { versionNegotiation: { mode: 'auto' } });
  try {
    await client.connect(transport);
    const tools = (await client.listTools()).tools.map((tool) => tool.name);
    const call = (state) => client.callTool({ name: 'parcels_units_by_zone', arguments: { state } });
    return { tools, sent: (await call('sent')).structuredContent, queued: (await call('queued')).content[0].text };
  } finally {
    await client.close();
  }
}

// Over HTTP as whoever holds a token, and as nobody else.
async function serveHolders(program) {
  const served = new Served(program, 'none');
  const made = spawnSync(program, ['token', 'new', 'partner', '--claims', '{"roles":["partner"]}'], { encoding: 'utf8' });
  const [token] = /^qg_\S+$/m.exec(made.stdout);
  const [line] = /^\{.*\}$/m.exec(made.stdout);
  writeFileSync(join(served.demo, 'tokens.jsonl'), `${line}\n`, { mode: 0o600 });
  appendFileSync(join(served.demo, 'querygate.yaml'), 'identity: { tokens: tokens.jsonl }\n');
  return { served, token };
}

function checkUse(checks, what, answer) {
  checks.equal(answer.tools, ['parcels_exact_units_by_zone', 'parcels_units_by_zone'], `${what}: a partner's tools`);
  checks.equal(answer.sent?.rows.map((row) => row.units), [2, 3], `${what}: a report`);
  checks.expect(answer.queued.includes('not_permitted'), `${what}: a partner's bounds`, answer.queued);
}

async function checkStarted(checks, what, served, block) {
  checks.equal(block.command, 'querygate', `${what}: the command`);
  const args = block.args.map((word) => word.replace('/srv/reports', served.demo));
  checkUse(checks, what, await use(new StdioClientTransport({ command: served.program, args, stderr: 'inherit' })));
}

async function checkCalled(checks, what, holders, block) {
  const url = block.url.replace('http://127.0.0.1:8080', holders.url);
  checks.expect(url.startsWith(holders.url), `${what}: the address of the default port`);
  const transport = (headers) => new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
  checkUse(checks, what, await use(transport(block.headers)));
  for (const headers of [{}, { Authorization: `${block.headers.Authorization}0` }]) {
    const refused = await use(transport(headers)).catch((error) => error);
    checks.expect(refused instanceof Error, `${what}: nothing without its token`, JSON.stringify(refused));
  }
}

// The inspector reads the block of most hosts by itself.
async function checkRead(checks, served, { content }) {
  const server = structuredClone(content.mcpServers.reports);
  server.command = served.program;
  server.args = server.args.map((word) => word.replace('/srv/reports', served.demo));
  const config = join(served.folder, 'host.json');
  writeFileSync(config, JSON.stringify({ mcpServers: { reports: server } }));
  const { code, out, err } = await inspectWith(served, ['--config', config, '--server', 'reports', '--method', 'tools/list']);
  checks.equal(code, 0, 'inspector: reads the first block');
  if (code !== 0) console.error(err);
  else checks.equal(JSON.parse(out).result.tools.length, 2, 'inspector: its tools');
}

export async function checkHosts(checks, served) {
  const blocks = blocksOf('README.md', 'MCP hosts');
  const { served: holding, token } = await serveHolders(served.program);
  try {
    const holders = { url: await holding.listen() };
    writeFileSync(join(served.demo, 'me.json'), '{"roles":["partner"]}');
    const seen = [];
    for (const block of blocks) {
      const read = readBlock(block, token);
      const way = read.url ? 'http' : 'stdio';
      seen.push([block.host, way]);
      const what = `README.md, ${block.host}, ${way}`;
      if (read.url) await checkCalled(checks, what, holders, read);
      else await checkStarted(checks, what, served, read);
    }
    checks.equal(seen, expected, 'README.md has a block for every host');
    await checkRead(checks, served, blocks[0]);
  } finally {
    await holding.stop();
    holding.remove();
  }
}
