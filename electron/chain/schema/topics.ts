import { DAYS } from './days.ts';
import { ENVIRONMENT } from './environment.ts';
import { FIRST_DAY } from './first-day.ts';
import { HINTS } from './hints.ts';
import { OFFICE_COMPARISON } from './office-comparison.ts';
import { OFFICE_DAYS } from './office-days.ts';
import { OFFICE_FILE } from './office-file.ts';
import { OFFICE_LATE } from './office-late.ts';
import { OFFICE_RETENTION } from './office-retention.ts';
import { PAYMENTS } from './payments.ts';
import { PUSH } from './push.ts';
import { RETENTION } from './retention.ts';
import { SHIFTS } from './shifts.ts';
import { TILLS } from './tills.ts';
import type { SchemaTopic } from './topic.ts';
import { VIEWS } from './views.ts';
import { VIEWS_FILE } from './views-file.ts';

/** In the order in which their tables and functions are created. */
export const TOPICS: readonly SchemaTopic[] = [
  TILLS,
  ENVIRONMENT,
  PAYMENTS,
  SHIFTS,
  HINTS,
  PUSH,
  DAYS,
  FIRST_DAY,
  RETENTION,
  OFFICE_DAYS,
  OFFICE_FILE,
  OFFICE_LATE,
  OFFICE_COMPARISON,
  OFFICE_RETENTION,
  VIEWS,
  VIEWS_FILE,
];
