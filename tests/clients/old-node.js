// Lets the conformance suite start on Node 20: it imports `globSync` from `fs`, which came with Node 22, for commands
// that are not used here.
import { register } from 'node:module';

const shim = `export * from 'node:fs'; export { default } from 'node:fs'; export function globSync() { throw new Error('needs Node 22'); }`;
const hooks = `
  const shim = 'data:text/javascript,' + encodeURIComponent(${JSON.stringify(shim)});
  export async function resolve(specifier, context, next) {
    const isSuite = context.parentURL?.includes('/conformance/dist/');
    if (isSuite && (specifier === 'fs' || specifier === 'node:fs')) return { url: shim, shortCircuit: true };
    return next(specifier, context);
  }`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
