/** Electron sets it; the till looks there for what was installed beside its archive. */
Object.defineProperty(process, 'resourcesPath', {
  value: process.env.STANDIN_RESOURCES,
  writable: true,
});
