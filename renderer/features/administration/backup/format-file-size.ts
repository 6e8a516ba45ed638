import type { Language } from '../../../../shared/contract/index.ts';

/**
 * Returns a size with its unit in the user's language, for example `201 MB`. Units are decimal (1
 * MB = 1,000,000 bytes).
 */
export function formatFileSize(bytes: number, language: Language): string {
  const unit = bytes < 1_000_000 ? 'kilobyte' : bytes < 1_000_000_000 ? 'megabyte' : 'gigabyte';
  const size = { kilobyte: 1_000, megabyte: 1_000_000, gigabyte: 1_000_000_000 }[unit];
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    maximumFractionDigits: unit === 'gigabyte' ? 1 : 0,
  }).format(bytes / size);
}
