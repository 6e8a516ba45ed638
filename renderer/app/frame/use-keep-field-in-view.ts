import { type RefObject, useEffect } from 'react';

/**
 * Keeps the focused field visible when the form shrinks: a new status indicator can make the status
 * line taller.
 */
export function useKeepFieldInView(form: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = form.current;
    if (element === null || !('ResizeObserver' in window)) return;
    const observer = new ResizeObserver(() => {
      const focused = document.activeElement;
      if (focused?.matches('input, textarea') && element.contains(focused)) {
        focused.scrollIntoView({ block: 'nearest' });
      }
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [form]);
}
