/** Set by Electron otherwise; the till finds the files outside its archive in this folder. */
Object.defineProperty(process, 'resourcesPath', {
  value: process.env.STANDIN_RESOURCES,
  writable: true,
});
