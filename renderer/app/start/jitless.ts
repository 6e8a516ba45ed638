/**
 * Zod would compile its schemas with `new Function`, which the page's CSP forbids. It reads this
 * setting when a schema is created, so the page imports this file before any other.
 */
import { z } from 'zod';

z.config({ jitless: true });
