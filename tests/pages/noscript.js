// The same without a script.
import { openPage } from './browser.js';

export async function checkNoScript(checks, browser, url) {
  const page = await openPage(browser, url, { javaScriptEnabled: false });
  await page.goto(url);
  await page.getByLabel('Search reports').fill('paid');
  await page.getByRole('button', { name: 'Search' }).click();
  checks.equal(await page.locator('.reports li:visible a').allTextContents(), ['Units by day'], 'the server searches');
  await page.getByRole('link', { name: 'Units by day' }).click();
  await page.getByLabel('since').fill('2026-02-01');
  await page.getByLabel('until').fill('2026-01-01');
  await page.getByRole('button', { name: 'Run report' }).click();
  checks.equal(await page.locator('#problem h2').textContent(), 'Rejected: invalid_window', 'a refusal');
  await page.getByLabel('until').fill('2026-02-02');
  await page.getByLabel('since').fill('2026-01-01');
  await page.getByRole('button', { name: 'Run report' }).click();
  checks.equal(await page.locator('#outcome tbody tr').count(), 4, 'an answer');
  checks.equal(await page.locator('.line polyline').count(), 1, 'a chart');
  checks.expect(!(await page.getByRole('button', { name: 'Copy as CLI' }).isVisible()), 'no button that does nothing');

  await page.goto(`${url}/reports/sales/by_zone`);
  await page.getByLabel('state').selectOption('closed');
  await page.getByRole('button', { name: 'Run report' }).click();
  checks.equal(await page.locator('#outcome tbody tr').count(), 4, 'blank fields are left out');
  checks.equal(page.faults, [], 'pages without a script break no policy');
  await page.context().close();
}
