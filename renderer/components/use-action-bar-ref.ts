import { type RefCallback, useCallback } from 'react';

/** A bar higher than this share of the window would leave too little of the form. */
const MAX_SHARE_OF_WINDOW = 0.42;
/** In a dialog the keypad is above the actions, and the field stays visible above both. */
const MAX_SHARE_OF_DIALOG = 0.6;

/**
 * The actions cover content that scrolls beneath them. Their height is set on the form or dialog as
 * `--actions`, so that a focused element is scrolled above them, and stays there when they grow.
 */
export function useActionBarRef(): RefCallback<HTMLElement> {
  return useCallback((bar) => {
    const form = bar?.closest<HTMLElement>('main, [role$="dialog"]');
    if (!bar || !form || !('ResizeObserver' in window)) return;
    const measure = (): void => {
      const height = bar.offsetHeight;
      const maxShare = form.matches('main') ? MAX_SHARE_OF_WINDOW : MAX_SHARE_OF_DIALOG;
      const isLoose = height > maxShare * window.innerHeight;
      bar.toggleAttribute('data-loose', isLoose);
      form.style.setProperty('--actions', isLoose ? '0px' : `${height}px`);
      const focused = document.activeElement;
      if (focused?.matches('input, textarea') && form.contains(focused)) {
        focused.scrollIntoView({ block: 'nearest' });
      }
    };
    const observer = new ResizeObserver(measure);
    observer.observe(bar);
    window.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', measure);
    };
  }, []);
}
