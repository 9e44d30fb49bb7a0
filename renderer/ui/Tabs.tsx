import {
  Tab as AriaTab,
  TabList as AriaTabList,
  TabPanel as AriaTabPanel,
  Tabs as AriaTabs,
  type TabListProps,
  type TabPanelProps,
  type TabProps,
  type TabsProps,
} from "react-aria-components";

/** Tabs in the look: `<Tabs><TabList><Tab id/></TabList><TabPanel id/></Tabs>`. */
export function Tabs({ className = "tab-set", ...props }: TabsProps) {
  return <AriaTabs {...props} className={className} />;
}
export function TabList<T extends object>(props: TabListProps<T>) {
  return <AriaTabList {...props} className="tabs" />;
}
export function Tab(props: TabProps) {
  return <AriaTab {...props} className="tab" />;
}
export function TabPanel({ className = "tab-panel", ...props }: TabPanelProps) {
  return <AriaTabPanel {...props} className={className} />;
}
