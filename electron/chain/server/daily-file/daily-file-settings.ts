import type { ChainServerConfig } from '../config/index.ts';

/** The settings of the services of the daily file. */
export interface DailyFileSettings {
  readonly waitUntil: string;
  readonly pagesAnHour: number;
  readonly retention: NonNullable<ChainServerConfig['retention']> | null;
}

export function toDailyFileSettings(
  dailyFile: ChainServerConfig['dailyFile'] = {},
  retention: ChainServerConfig['retention'] | null = null,
): DailyFileSettings {
  return {
    waitUntil: dailyFile.waitUntil ?? '04:40',
    pagesAnHour: dailyFile.pagesAnHour ?? 3_600,
    retention: retention ?? null,
  };
}
