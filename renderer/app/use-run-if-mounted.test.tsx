import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useRunIfMounted } from './use-run-if-mounted.ts';

afterEach(cleanup);

it('runs the callback only while the component is mounted', () => {
  const callback = vi.fn();
  const { result, rerender, unmount } = renderHook(() => useRunIfMounted());
  const ifMounted = result.current;
  rerender();
  ifMounted(callback);
  expect(callback).toHaveBeenCalledTimes(1);
  unmount();
  ifMounted(callback);
  expect(callback).toHaveBeenCalledTimes(1);
});
