// The pages that docs makes: well-formed, with nothing in them that runs or is fetched.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validateXML } from 'xmllint-wasm';
import { Deployment } from './deployment.js';

function* htmlFiles(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* htmlFiles(path);
    else if (entry.name.endsWith('.html')) yield path;
  }
}

const isWellFormed = async (contents) =>
  (await validateXML({ xml: [{ fileName: 'page.html', contents }], normalization: 'c14n' })).valid;

export async function checkSite(checks, program) {
  const place = new Deployment(program, 'shipped');
  try {
    place.run(['docs', '--out', 'site'], 0);
    const files = [...htmlFiles(join(place.folder, 'site'))];
    // Each page costs a start of the validator: all reports and indexes, and a few of the others.
    const chosen = files.filter((file, index) => /\/reports\/|index\.html$/.test(file) || index % 20 === 0);
    checks.expect(chosen.length > 10, 'pages were judged');
    for (const file of chosen) {
      const text = readFileSync(file, 'utf8').replace('<!DOCTYPE html>\n', '');
      checks.expect(await isWellFormed(text), `${file} is well-formed`);
    }
    const page = readFileSync(chosen[0], 'utf8').replace('<!DOCTYPE html>\n', '');
    checks.expect(!(await isWellFormed(page.replace('</main>', ''))), 'a page is refused when an element is not closed');
  } finally {
    place.remove();
  }
}
