// Counts what was judged, so that a run that judged nothing fails.
export class Checks {
  passed = 0;
  failed = 0;

  expect(condition, what, detail = '') {
    if (condition) {
      this.passed += 1;
      return;
    }
    this.failed += 1;
    console.error(`FAILED: ${what}${detail ? `\n  ${detail}` : ''}`);
  }

  equal(actual, expected, what) {
    const [a, e] = [JSON.stringify(actual), JSON.stringify(expected)];
    this.expect(a === e, what, `${a}\n  expected ${e}`);
  }
}
