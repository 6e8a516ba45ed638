import { z } from 'zod';

// Zod would compile its schemas with `new Function`, which the page's CSP refuses. It asks when a
// schema is made, so that this module is imported before the contract.
z.config({ jitless: true });
