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

  // `validate` accepts `value`, and refuses each of its mutations: a validator that accepts everything is none.
  accepts(validate, value, what) {
    this.expect(validate(value), `${what} is valid`, JSON.stringify(validate.errors?.slice(0, 3)));
  }

  refuses(validate, value, mutations, what) {
    for (const [name, mutate] of Object.entries(mutations)) {
      const copy = structuredClone(value);
      mutate(copy);
      this.expect(!validate(copy), `${what} is refused when ${name}`);
    }
  }
}
