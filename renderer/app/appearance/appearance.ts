import { useLayoutEffect } from 'react';
import { createStore, useStore } from 'zustand';
import type { TillState } from '../../../shared/contract/index.ts';

export type Appearance = Pick<TillState, 'theme' | 'letters'>;

/** A choice that is shown before it is saved. */
const previewStore = createStore<Partial<Appearance>>(() => ({}));

/** Call once for the page. `tokens.css` depends on these two data attributes of the document. */
export function useApplyAppearance(saved: Appearance): void {
  const { theme, letters } = { ...saved, ...useStore(previewStore) };
  useLayoutEffect(() => {
    Object.assign(document.documentElement.dataset, { theme, letters });
    // Larger text may have moved the focused row out of view.
    document.activeElement?.scrollIntoView?.({ block: 'nearest' });
  }, [theme, letters]);
}

/** Shows a choice before it is saved; an empty one ends the preview. */
export function previewAppearance(preview: Partial<Appearance>): void {
  previewStore.setState(preview, true);
}
