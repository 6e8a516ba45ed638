export { Shift } from './shift.tsx';
