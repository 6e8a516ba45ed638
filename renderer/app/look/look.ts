import { useEffect } from 'react';
import type { TillState } from '../../../shared/contract/index.ts';

export type Look = Pick<TillState, 'theme' | 'letters'>;

let kept: Look = { theme: 'system', letters: 'normal' };
let preview: Partial<Look> = {};

/** `tokens.css` draws by these two words on the document. */
function draw(): void {
  const { dataset } = document.documentElement;
  const { theme, letters } = { ...kept, ...preview };
  dataset.theme = theme;
  dataset.letters = letters;
}

/** Once for the page. */
export function useLook({ theme, letters }: Look): void {
  useEffect(() => {
    kept = { theme, letters };
    draw();
  }, [theme, letters]);
}

/** Shows a choice before it is kept; an empty one ends that. */
export function previewLook(shown: Partial<Look>): void {
  preview = shown;
  draw();
  // What grew may have pushed the row away that the keys stand on.
  document.activeElement?.scrollIntoView?.({ block: 'nearest' });
}
