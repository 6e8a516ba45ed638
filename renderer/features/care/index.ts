export { Care } from './care.tsx';
