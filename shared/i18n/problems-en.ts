import type { ProblemTexts } from './problems.ts';
import { englishCare } from './problems-care.ts';
import { englishCash } from './problems-cash.ts';
import { englishPayment } from './problems-payment.ts';
import { englishPeople } from './problems-people.ts';
import { englishPrinter } from './problems-printer.ts';
import { englishService } from './problems-service.ts';
import { englishSettings } from './problems-settings.ts';
import { englishTill } from './problems-till.ts';
import { englishUpload } from './problems-upload.ts';

export const english: ProblemTexts = {
  ...englishPeople,
  ...englishService,
  ...englishPayment,
  ...englishTill,
  ...englishPrinter,
  ...englishSettings,
  ...englishCash,
  ...englishCare,
  ...englishUpload,
};
