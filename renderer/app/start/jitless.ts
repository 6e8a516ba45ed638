/**
 * Zod as the page gets it, in place of the package: it would compile its schemas with
 * `new Function`, which the page's CSP refuses. It asks when a schema is made, so that this has to
 * be said before any is, whatever file comes first.
 */
import { z } from 'zod';

z.config({ jitless: true });

export { z };
