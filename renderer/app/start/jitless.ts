/**
 * Replaces Zod for the page: Zod would compile its schemas with `new Function`, which the page's
 * CSP forbids. Zod reads this setting when a schema is created, so it must precede every schema,
 * regardless of which file loads first.
 */
import { z } from 'zod';

z.config({ jitless: true });

export { z };
