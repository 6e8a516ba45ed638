/**
 * Replaces Zod for the page: Zod would compile its schemas with `new Function`, which the page's
 * CSP forbids. It decides when a schema is made, so this setting must precede every schema,
 * whichever file loads first.
 */
import { z } from 'zod';

z.config({ jitless: true });

export { z };
