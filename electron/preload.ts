import { contextBridge, ipcRenderer } from 'electron';
import type { TillBridge } from '../shared/contract/index.ts';
import { CALL_CHANNEL, eventChannel } from './channels.ts';

const till: TillBridge = {
  call: (name, input) => ipcRenderer.invoke(CALL_CHANNEL, { name, input }),
  on: (name, listener) => {
    // The event object stays here: it carries the sender.
    const relay = (_event: unknown, payload: unknown): void => listener(payload);
    ipcRenderer.on(eventChannel(name), relay);
    return () => void ipcRenderer.removeListener(eventChannel(name), relay);
  },
};

contextBridge.exposeInMainWorld('till', till);
