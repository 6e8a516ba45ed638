/**
 * Zod would compile its schemas with `new Function`, which the page's CSP refuses. It asks when a
 * schema is made: whatever of the page makes or uses one imports this first.
 */
import { z } from 'zod';

z.config({ jitless: true });
