import {
  CompilerState,
  Extractor,
  ExtractorConfig,
  ExtractorLogLevel,
} from "@microsoft/api-extractor";
import { join } from "node:path";
import { type ApiEntry, reportFile } from "./api-entries.ts";
import { ROOT } from "./workspace.ts";

/** The folders of the reports. */
export type ReportFolders = {
  /** The folder of the committed reports. */
  readonly reports: string;
  /** A folder for the reports of this run, removed by the caller. */
  readonly scratch: string;
};

/** The result for one entry, with the difference if the reports are not equal. */
export type ReportResult = {
  readonly entry: ApiEntry;
  readonly isChanged: boolean;
  readonly messages: readonly string[];
};

/**
 * Compares the API report of each entry with the committed one, or replaces it.
 *
 * API Extractor reads the declarations with its own TypeScript. All entries share one compiler program, which is much
 * faster than one program each.
 */
export function compareReports(
  entries: readonly ApiEntry[],
  folders: ReportFolders,
  update: boolean,
): readonly ReportResult[] {
  const configs = entries.map((entry) => ({ entry, config: configOf(entry, folders) }));
  const [first] = configs;
  if (first === undefined) return [];
  const compilerState = CompilerState.create(first.config, {
    additionalEntryPoints: entries.map(({ declarations }) => join(ROOT, declarations)),
  });
  return configs.map(({ entry, config }) => {
    const messages: string[] = [];
    const { apiReportChanged, succeeded } = Extractor.invoke(config, {
      compilerState,
      localBuild: update,
      printApiReportDiff: true,
      messageCallback: (message) => {
        const isDifference = message.messageId === "console-api-report-diff";
        if (isDifference || message.logLevel === ExtractorLogLevel.Error)
          messages.push(message.text);
        message.handled = true;
      },
    });
    return { entry, isChanged: apiReportChanged || !succeeded, messages };
  });
}

function configOf(entry: ApiEntry, { reports, scratch }: ReportFolders): ExtractorConfig {
  const declarations = join(ROOT, entry.declarations);
  const none = { default: { logLevel: ExtractorLogLevel.None } };
  return ExtractorConfig.prepare({
    packageJsonFullPath: join(ROOT, entry.folder, "package.json"),
    configObjectFullPath: undefined,
    configObject: {
      projectFolder: join(ROOT, entry.folder),
      mainEntryPointFilePath: declarations,
      newlineKind: "lf",
      compiler: { overrideTsconfig: compilerConfig(declarations) },
      apiReport: {
        enabled: true,
        reportFileName: reportFile(entry),
        reportFolder: reports,
        reportTempFolder: scratch,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.Error } },
        extractorMessageReporting: none,
        tsdocMessageReporting: none,
      },
    },
  });
}

/** Turns off the condition for sources, so that built declarations are read. Node's types define `AbortSignal`. */
function compilerConfig(declarations: string): object {
  return {
    extends: join(ROOT, "tsconfig.base.json"),
    compilerOptions: {
      customConditions: [],
      typeRoots: [join(ROOT, "node_modules", "@types")],
    },
    files: [declarations],
  };
}
