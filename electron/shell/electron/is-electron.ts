/** False in the browser shell: the program runs on plain Node. */
export function isElectron(): boolean {
  return 'electron' in process.versions;
}
