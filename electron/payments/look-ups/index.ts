/** Looks up what is not known, at once and then for as long as it takes. */
export { createResolver, type Resolver } from './resolver.ts';
