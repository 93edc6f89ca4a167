// The OpenAPI document, held against the specification's own schema, and the HTTP API against the document.
import { Validator } from '@seriousme/openapi-schema-validator';
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

const argumentsOf = {
  '/v1/reports/music/catalogue_search': { artist_contains: 'a', genres: ['Rock'] },
  '/v1/reports/music/revenue_by_country': { since: '2025-01-01', until: '2025-12-31' },
  '/v1/reports/music/top_customers': { since: '2025-01-01', until: '2025-12-31' },
  '/v1/reports/parcels/exact_units_by_zone': { state: 'sent' },
  '/v1/reports/parcels/units_by_zone': { state: 'queued' },
  '/v1/reports/test_simple_text': {},
};

export async function checkDocument(checks, served, url) {
  const document = await (await fetch(`${url}/openapi.json`)).json();
  const judged = await new Validator().validate(structuredClone(document));
  checks.expect(judged.valid, 'the OpenAPI document is valid', JSON.stringify(judged.errors)?.slice(0, 1000));
  const without = structuredClone(document);
  delete without.info.version;
  checks.expect(!(await new Validator().validate(without)).valid, 'a document without a version is refused');

  const ajv = addFormats(new Ajv2020({ strict: true, strictTypes: false, allErrors: true }));
  ajv.addKeyword('x-querygate-reasons');
  for (const [path, sent] of Object.entries(argumentsOf)) {
    const post = document.paths[path]?.post;
    checks.expect(post !== undefined, `${path} is in the document`);
    const schema = (media) => media.content['application/json'].schema;
    const takes = ajv.compile(schema(post.requestBody));
    const gives = ajv.compile(schema(post.responses['200']));
    const call = (body) =>
      fetch(url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    const response = await call(sent);
    const body = await response.json();
    checks.equal(response.status, 200, `${path} answers`);
    checks.expect(takes(sent), `${path}: the schema accepts what was sent`, JSON.stringify(takes.errors));
    checks.expect(gives(body), `${path}: the answer conforms to the schema`, JSON.stringify(gives.errors));
    checks.expect(!gives({ ...body, more: 1 }), `${path}: the schema is closed`);
    const unknown = { ...sent, more: 1 };
    checks.equal([takes(unknown), (await call(unknown)).status], [false, 422], `${path}: both refuse an unknown argument`);
  }
  const listed = (await (await fetch(`${url}/v1/reports`)).json()).reports.map((report) => report.href);
  checks.equal(listed.sort(), Object.keys(document.paths).sort(), 'the list and the document name the same reports');
}
