// Choosing a report: the list, its search with and without a round trip.
import { openPage, picture } from './browser.js';

export async function checkCatalogue(checks, browser, url) {
  const page = await openPage(browser, url);
  await page.goto(url);
  checks.equal(await page.title(), 'Reports · querygate', 'the index has a title');
  checks.equal(await page.locator('section.group h2').allTextContents(), ['sales'], 'groups that the caller reaches');
  checks.equal(await page.locator('.reports li').count(), 3, 'reports that the caller reaches');
  checks.expect(!(await page.content()).includes('Secret'), 'no report out of reach is told');
  await picture(page, 'index');

  let requests = 0;
  page.on('request', () => (requests += 1));
  await page.getByLabel('Search reports').fill('UNITS day');
  checks.equal(await page.locator('.reports li:visible a').allTextContents(), ['Units by day'], 'the search narrows while typing');
  await page.getByLabel('Search reports').fill('zebra');
  checks.expect(await page.locator('#nothing').isVisible(), 'a search without a match says so');
  checks.expect(!(await page.locator('section.group').isVisible()), 'a group without a match goes');
  await page.getByLabel('Search reports').fill('');
  checks.equal(await page.locator('.reports li:visible').count(), 3, 'all come back');
  checks.equal(requests, 0, 'the filter asks no server');

  await page.getByRole('link', { name: 'Sales by zone' }).click();
  checks.equal(await page.locator('h1').textContent(), 'Sales by zone', 'a report is chosen');
  const hidden = await page.goto(`${url}/reports/secret/by_day`);
  checks.equal(hidden.status(), 404, 'a report out of reach has no page');
  checks.equal(page.faults, [], 'the index breaks no policy');
  await page.context().close();
}
