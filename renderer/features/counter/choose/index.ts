/** The billers of one flow, to choose from: top-ups, gift cards, and those that hand out cash. */
export { Choose } from './choose.tsx';
