import type { ProblemTexts } from './problems.ts';
import { mexicoCare } from './problems-care.ts';
import { mexicoCash } from './problems-cash.ts';
import { mexicoPayment } from './problems-payment.ts';
import { mexicoPeople } from './problems-people.ts';
import { mexicoPrinter } from './problems-printer.ts';
import { mexicoService } from './problems-service.ts';
import { mexicoSettings } from './problems-settings.ts';
import { mexicoTill } from './problems-till.ts';
import { mexicoUpload } from './problems-upload.ts';

/** Spanish of Mexico: the first language, and whole. */
export const mexico: ProblemTexts = {
  ...mexicoPeople,
  ...mexicoService,
  ...mexicoPayment,
  ...mexicoTill,
  ...mexicoPrinter,
  ...mexicoSettings,
  ...mexicoCash,
  ...mexicoCare,
  ...mexicoUpload,
};
