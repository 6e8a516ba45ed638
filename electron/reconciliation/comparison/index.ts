export { ofOurs } from './compare.ts';
export { type Comparisons, createComparisons } from './comparisons.ts';
