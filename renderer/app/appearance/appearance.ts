import { useEffect } from 'react';
import type { TillState } from '../../../shared/contract/index.ts';

export type Appearance = Pick<TillState, 'theme' | 'letters'>;

let savedAppearance: Appearance = { theme: 'system', letters: 'normal' };
let previewedAppearance: Partial<Appearance> = {};

/** `tokens.css` depends on these two data attributes of the document. */
function applyAppearance(): void {
  const { dataset } = document.documentElement;
  const { theme, letters } = { ...savedAppearance, ...previewedAppearance };
  dataset.theme = theme;
  dataset.letters = letters;
}

/** Call once for the page. */
export function useAppearance({ theme, letters }: Appearance): void {
  useEffect(() => {
    savedAppearance = { theme, letters };
    applyAppearance();
  }, [theme, letters]);
}

/** Shows a choice before it is saved; an empty one ends the preview. */
export function previewAppearance(preview: Partial<Appearance>): void {
  previewedAppearance = preview;
  applyAppearance();
  // Larger text may have moved the focused row out of view.
  document.activeElement?.scrollIntoView?.({ block: 'nearest' });
}
