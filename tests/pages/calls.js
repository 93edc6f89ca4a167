// Fill, refuse, run, chart, export, step back, copy.
import { readFileSync } from 'node:fs';
import { openPage, picture } from './browser.js';

async function run(page) {
  await page.getByRole('button', { name: 'Run report' }).click();
  await page.locator('#outcome-title').waitFor();
  await page.waitForFunction(() => document.getElementById('status').textContent === '');
}

async function download(page, name) {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name, exact: true }).click()]);
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
}

async function checkZones(checks, page, url) {
  await page.goto(`${url}/reports/sales/by_zone`);
  await picture(page, 'form');
  checks.equal(await page.getByLabel('limit').inputValue(), '10', 'a default is filled in');
  await page.getByRole('button', { name: 'Run report' }).click();
  checks.equal(new URL(page.url()).search, '', 'the browser holds back a form without a required value');
  checks.equal(await page.locator('select option').allTextContents(), ['(choose)', 'open: not paid yet', 'closed: paid'], 'an enum is told with its meanings');

  await page.evaluate(() => (window.kept = true));
  await page.getByLabel('state').selectOption('closed');
  await page.getByLabel('limit').fill('2');
  await run(page);
  checks.expect(await page.evaluate(() => window.kept === true), 'the form is sent without a reload');
  checks.equal(new URL(page.url()).search, '?%24run=1&state=closed&limit=2', 'the address is the call');
  checks.expect(await page.getByText('Incomplete: rows was cut').isVisible(), 'a cut answer says so above the table');
  checks.equal(await page.locator('#outcome caption').textContent(), 'rows (2 rows, cut)', 'the table says so too');
  checks.equal(await page.evaluate(() => document.activeElement.id), 'outcome-title', 'the answer has the focus');
  await picture(page, 'cut');

  await page.getByLabel('limit').fill('20');
  await run(page);
  checks.equal(await page.locator('#outcome caption').textContent(), 'rows (4 rows)', 'another call');
  await page.goBack();
  await page.waitForFunction(() => document.querySelector('#outcome caption')?.textContent === 'rows (2 rows, cut)');
  checks.equal(await page.getByLabel('limit').inputValue(), '2', 'a step back shows the call before');
  await page.goForward();
  await page.waitForFunction(() => document.querySelector('#outcome caption')?.textContent === 'rows (4 rows)');
  const address = page.url();
  await page.reload();
  checks.equal(await page.locator('#outcome caption').textContent(), 'rows (4 rows)', 'the address repeats the call');

  const csv = await download(page, 'csv');
  checks.equal(csv, { name: 'sales-by_zone.csv', text: 'zone,units,price\nnorth,40,7.00\nnorth,25,7.00\nnorth,70,7.00\nnorth,55,7.00\n' }, 'csv');
  const json = await download(page, 'json, the whole answer');
  checks.equal(JSON.parse(json.text).rows.length, 4, 'json');
  checks.equal((await download(page, 'jsonl')).text.split('\n').length, 5, 'jsonl');
  checks.equal(page.url(), address, 'an export does not leave the page');

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy as CLI' }).click();
  await page.getByText('Copied.').waitFor();
  checks.equal(await page.evaluate(() => navigator.clipboard.readText()), 'querygate run sales/by_zone state=closed limit=20', 'the call is copied as a command');
  const tool = JSON.parse(await page.locator('#copy-mcp').textContent());
  checks.equal(tool, { name: 'sales_by_zone', arguments: { state: 'closed', limit: 20 } }, 'the call as a tool call');
  checks.expect((await page.locator('#copy-curl').textContent()).startsWith(`curl -sS ${url}/v1/reports/sales/by_zone `), 'the call for curl');
  checks.expect(await page.getByText('sales/by_zone.yaml, line').first().isVisible(), 'what may be seen is told with its line');
}

async function checkRefusals(checks, page, url) {
  await page.goto(`${url}/reports/sales/by_day`);
  await page.getByLabel('since').fill('2026-02-01');
  await page.getByLabel('until').fill('2026-01-01');
  await run(page);
  checks.equal(await page.locator('#problem h2').textContent(), 'Rejected: invalid_window', 'the server refuses what the form cannot judge');
  checks.expect((await page.locator('#field-since-mistakes').textContent()).includes('since is before until'), 'the refusal stands beside the field and says what is allowed');
  checks.equal(await page.locator('#field-since').getAttribute('aria-invalid'), 'true', 'the field is marked');
  checks.equal(await page.getByLabel('since').inputValue(), '2026-02-01', 'what was filled in stays');
  await page.getByRole('link', { name: 'Go to since' }).click();
  checks.equal(await page.evaluate(() => document.activeElement.id), 'field-since', 'a link leads to the field');
  checks.equal(await page.locator('#outcome table').count(), 0, 'no answer is shown with a refusal');
  await picture(page, 'refused');

  const answer = await page.goto(`${url}/reports/sales/by_zone?%24run=1&state=lost&limit=99`);
  checks.equal(answer.status(), 422, 'an address with a wrong value is refused');
  checks.expect((await page.locator('#field-state-mistakes').textContent()).includes('one of open, closed'), 'it says what is allowed');

  await page.goto(`${url}/reports/sales/by_zone?state=closed`);
  await page.route('**/*run=1*', (route) => route.abort());
  await page.getByRole('button', { name: 'Run report' }).click();
  await page.getByText('The server did not answer. This says nothing about the data.').waitFor();
  checks.equal(await page.locator('#outcome table').count(), 0, 'a server that is gone is no empty answer');
  await page.unroute('**/*run=1*');
}

async function checkTime(checks, page, url) {
  await page.goto(`${url}/reports/sales/by_day`);
  await page.getByLabel('since').fill('2026-01-01');
  await page.getByLabel('until').fill('2026-02-01');
  await run(page);
  checks.equal(await page.locator('.chart figcaption').textContent(), 'units (pieces) over sold', 'a line over time');
  checks.equal(await page.locator('.line polyline').count(), 1, 'one stroke');
  checks.expect(await page.getByText('It is not proven that this is everything there is.').isVisible(), 'coverage is told');
  checks.expect(await page.getByText('least 25 at 2026-01-05, most 70 at 2026-01-09').isVisible(), 'the ends of the range in digits');
  const csv = await download(page, 'csv, days');
  checks.equal(csv.text.split('\n')[1], '2026-01-04,40', 'csv of a part');
  await picture(page, 'line');
}

async function checkLists(checks, page, url) {
  await page.goto(`${url}/reports/sales/of_zones`);
  await page.getByLabel('zones').fill('north\nsouth & "west"');
  await page.getByLabel('open', { exact: true }).check();
  await page.getByLabel('closed', { exact: true }).check();
  await run(page);
  checks.equal(await page.locator('#outcome tbody td').allTextContents(), ['north', '4', 'south & "west"', '1'], 'lists of lines and of boxes');
  checks.equal(await page.locator('.bars li').count(), 2, 'bars for categories');
  checks.expect(await page.getByLabel('closed', { exact: true }).isChecked(), 'boxes stay checked');
  await picture(page, 'bars');
}

export async function checkCalls(checks, browser, url) {
  const page = await openPage(browser, url);
  for (const part of [checkZones, checkRefusals, checkTime, checkLists]) await part(checks, page, url);
  checks.equal(page.faults.filter((fault) => !fault.includes('ERR_FAILED')), [], 'calls break no policy');
  await page.context().close();
}
