// Runs the program under test in throw-away copies of deployments.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const golden = join(root, 'tests', 'golden');

export class Deployment {
  // `name` is a folder of the golden deployments, or `shipped`; `goldenCase` lays its files over it.
  constructor(program, name, goldenCase) {
    this.program = program;
    this.folder = mkdtempSync(join(tmpdir(), 'querygate-validators-'));
    if (name === 'shipped') {
      for (const part of ['reports', 'policies', 'querygate.yaml']) {
        cpSync(join(root, part), join(this.folder, part), { recursive: true });
      }
    } else {
      cpSync(join(golden, 'deployments', name), this.folder, { recursive: true });
    }
    const files = goldenCase && join(golden, 'cases', goldenCase, 'files');
    if (files && existsSync(files)) cpSync(files, this.folder, { recursive: true });
  }

  // Expected exit codes, one or several, are part of every call: a program that did not run must not look like one
  // that said nothing.
  run(words, ...expected) {
    const result = spawnSync(this.program, words, { cwd: this.folder, encoding: 'utf8', maxBuffer: 64 << 20 });
    if (result.error) throw result.error;
    if (!expected.includes(result.status)) {
      throw new Error(`${words.join(' ')}: exit ${result.status}, expected ${expected.join(' or ')}\n${result.stderr}`);
    }
    return result.stdout;
  }

  remove() {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
