/** The build puts it in place of modules that a package can do without (`vite.config.ts`). */
throw new Error('this module is not installed');
