// The TypeScript SDK's clients, old and new, over both transports and every way to agree on a revision.
import { Client as ClientOfNow, StreamableHTTPClientTransport as HttpOfNow } from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioOfNow } from '@modelcontextprotocol/client/stdio';
import { Client as ClientBefore } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioBefore } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpBefore } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const name = { name: 'querygate-clients', version: '0' };
const negotiating = (mode) => new ClientOfNow(name, { versionNegotiation: { mode } });

// [what, a new client, transports by kind, the revision that is agreed on]
const clients = [
  ['SDK 1', () => new ClientBefore(name), { http: HttpBefore, stdio: StdioBefore }, '2025-11-25'],
  ['SDK 2, legacy', () => negotiating('legacy'), { http: HttpOfNow, stdio: StdioOfNow }, '2025-11-25'],
  ['SDK 2, auto', () => negotiating('auto'), { http: HttpOfNow, stdio: StdioOfNow }, '2026-07-28'],
  ['SDK 2, pinned', () => negotiating({ pin: '2026-07-28' }), { http: HttpOfNow, stdio: StdioOfNow }, '2026-07-28'],
];

const expected = {
  status: 'ok',
  complete: true,
  rows: [
    { zone: 'east', parcels: 1, units: 2 },
    { zone: 'west', parcels: 1, units: 3 },
  ],
};

async function checkClient(checks, what, client, transport, revision) {
  await client.connect(transport);
  const agreed = client.getNegotiatedProtocolVersion?.() ?? transport.protocolVersion ?? transport._protocolVersion;
  if (agreed !== undefined) checks.equal(agreed, revision, `${what}: the revision`);
  checks.equal(client.getServerVersion()?.name, 'querygate', `${what}: the server's name`);
  checks.equal(client.getServerCapabilities(), { tools: {} }, `${what}: capabilities`);

  const list = await client.listTools();
  const tool = list.tools.find((one) => one.name === 'parcels_units_by_zone');
  checks.expect(tool !== undefined, `${what}: the report is a tool`);
  checks.equal(tool?.inputSchema.properties.state.enum, ['queued', 'sent'], `${what}: the enum is published`);
  checks.equal(tool?.inputSchema.additionalProperties, false, `${what}: the schema is closed`);
  checks.equal(tool?.annotations?.readOnlyHint, true, `${what}: the report only reads`);
  const modern = revision === '2026-07-28';
  checks.equal([typeof list.ttlMs, list.cacheScope], modern ? ['number', 'private'] : ['undefined', undefined], `${what}: caching hints`);

  // The client holds structured content against the output schema and throws when it does not conform.
  const call = (args) => client.callTool({ name: 'parcels_units_by_zone', arguments: args });
  const result = await call({ state: 'sent' });
  checks.equal(result.structuredContent, expected, `${what}: the result`);
  checks.equal(JSON.parse(result.content[0].text), expected, `${what}: the result as text`);
  const refused = await call({ state: 'lost' });
  checks.equal(refused.isError, true, `${what}: a mistake is a result`);
  checks.expect(refused.content[0].text.includes('state takes: one of queued, sent'), `${what}: the mistake says what is allowed`);
  const unknown = await client.callTool({ name: 'parcels_nothing', arguments: {} }).catch((error) => error);
  checks.equal(unknown.code, -32602, `${what}: an unknown tool is a protocol error`);
  const many = await Promise.all(Array.from({ length: 50 }, (_, i) => call({ state: 'sent', limit: 1 + (i % 2) })));
  const wrong = many.filter((one, i) => one.structuredContent.rows.length !== 1 + (i % 2));
  checks.equal(wrong.length, 0, `${what}: fifty calls at once, each with its own answer`);
  await client.close();
}

export async function checkSdk(checks, served, url) {
  for (const [what, make, transports, revision] of clients) {
    const http = new transports.http(new URL(`${url}/mcp`));
    await checkClient(checks, `${what}, HTTP`, make(), http, revision);
    const stdio = new transports.stdio({ ...served.stdio(), stderr: 'inherit' });
    await checkClient(checks, `${what}, stdio`, make(), stdio, revision);
  }
  const group = negotiating('auto');
  await group.connect(new HttpOfNow(new URL(`${url}/mcp/parcels`)));
  const names = (await group.listTools()).tools.map((tool) => tool.name);
  checks.equal(names, ['parcels_exact_units_by_zone', 'parcels_units_by_zone'], 'a group has its own endpoint');
  await group.close();
}
