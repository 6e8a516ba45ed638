export type { Generation, Wire } from './generation.ts';
export { generation1 } from './generation-1.ts';
export { generation3 } from './generation-3.ts';
export { sendMoney } from './money.ts';
export { createReader } from './reads.ts';
