// A small deployment, served by the program under test.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));

export class Site {
  constructor(program) {
    this.program = program;
    this.folder = mkdtempSync(join(tmpdir(), 'querygate-pages-'));
    cpSync(join(here, 'deployment'), this.folder, { recursive: true });
    const script = ['policies/sources/shop.sql', 'rows.sql'].map((file) => readFileSync(join(this.folder, file), 'utf8'));
    const made = spawnSync('sqlite3', [join(this.folder, 'shop.sqlite')], { input: script.join('\n'), encoding: 'utf8' });
    if (made.status !== 0) throw new Error(`sqlite3: exit ${made.status}\n${made.stderr}`);
  }

  // Listens on a free port; resolves to the URL.
  async listen() {
    this.server = spawn(this.program, ['serve', '--http', '127.0.0.1:0'], { cwd: this.folder, stdio: ['ignore', 'ignore', 'pipe'] });
    this.log = '';
    return new Promise((resolve, reject) => {
      this.server.on('exit', (code) => reject(new Error(`serve: exit ${code}\n${this.log}`)));
      this.server.stderr.on('data', (data) => {
        this.log += data;
        const url = /listening on (http:\/\/[0-9.]+:[0-9]+)/.exec(this.log);
        if (url) resolve(url[1]);
      });
    });
  }

  // SIGTERM; resolves to the exit code.
  async stop() {
    if (!this.server || this.server.exitCode !== null || this.server.signalCode !== null) return undefined;
    this.server.removeAllListeners('exit');
    const ended = new Promise((resolve) => this.server.on('exit', (code, signal) => resolve(code ?? signal)));
    this.server.kill('SIGTERM');
    return ended;
  }

  remove() {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
