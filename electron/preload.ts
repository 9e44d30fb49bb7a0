import { contextBridge, ipcRenderer } from "electron";
import { BRIDGE } from "../shared/client/bridge";
import { pathOfFile } from "./desktop/compat";
import { followDrops } from "./desktop/drops";
import { createBridge } from "./desktop/preload-bridge";

const { bridge, deliver } = createBridge(ipcRenderer);
contextBridge.exposeInMainWorld(BRIDGE, bridge);
followDrops(window, pathOfFile, deliver);
