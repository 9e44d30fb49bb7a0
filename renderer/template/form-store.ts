import { create } from "zustand";
import type { FieldValue, FieldValues } from "./field-value";

/** What was typed into templates, kept while the app runs. Keyed by server and template. */
interface Forms {
  byTemplate: ReadonlyMap<string, FieldValues>;
}

const useForms = create<Forms>(() => ({ byTemplate: new Map() }));
const NOTHING: FieldValues = {};

export const formKey = (serverId: string, uriTemplate: string): string => `${serverId}\n${uriTemplate}`;

export function useForm(key: string): FieldValues {
  return useForms((state) => state.byTemplate.get(key) ?? NOTHING);
}

export function setField(key: string, name: string, value: FieldValue): void {
  const { byTemplate } = useForms.getState();
  // An own property even for a name like __proto__.
  const fields = Object.fromEntries([...Object.entries(byTemplate.get(key) ?? NOTHING), [name, value]]);
  setForm(key, fields);
}

export function setForm(key: string, fields: FieldValues): void {
  useForms.setState(({ byTemplate }) => ({ byTemplate: new Map(byTemplate).set(key, fields) }));
}
