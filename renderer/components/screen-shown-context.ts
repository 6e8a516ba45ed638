import { createContext, type RefObject } from 'react';

/** False during the first render of the surrounding screen; null if there is none. */
export const HasScreenRenderedContext = createContext<RefObject<boolean> | null>(null);
