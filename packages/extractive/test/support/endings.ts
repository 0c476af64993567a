/** How a request ended, by what was said last. */
export type Ending = {
  readonly kind: "done" | "failing" | "blocked" | "waiting" | "partly" | "undone";
  readonly asked: string;
  readonly answer: string;
  /** What the model did before it answered. Default: an edit. */
  readonly did?:
    | "nothing"
    | "edit"
    | "edit, then a check that passes"
    | "edit, then a check that fails";
  /** A later exchange that takes the work back. */
  readonly later?: readonly [asked: string, answer: string];
};

const passes = "edit, then a check that passes";
const fails = "edit, then a check that fails";

export const ENDINGS: readonly Ending[] = [
  // Done
  {
    kind: "done",
    asked: "Port src/invoice.ts to the new client.",
    answer: "Ported src/invoice.ts; all 14 tests pass.",
  },
  {
    kind: "done",
    asked: "Rename the flag --fast to --quick.",
    answer: "The flag is now called --quick everywhere, including the help text.",
  },
  {
    kind: "done",
    asked: "The export crashes on empty rows, please fix it.",
    answer:
      "Fixed. Empty rows no longer crash the export; there is a regression test in test/export.test.ts.",
    did: passes,
  },
  {
    kind: "done",
    asked: "Add a health endpoint.",
    answer: "GET /health answers 200 with the build number. You don't need to restart anything.",
  },
  {
    kind: "done",
    asked: "Bump zod to version 4.",
    answer: "zod is at 4.1.5 and the lockfile is updated. Nothing else needed a change.",
    did: passes,
  },
  {
    kind: "done",
    asked: "Write the migration for the invoices table.",
    answer:
      "I wrote migrations/0042_invoices.sql and ran it against the test database without errors.",
  },
  {
    kind: "done",
    asked: "Make the retry delay configurable.",
    answer:
      "`RETRY_DELAY_MS` sets the delay now (default 500). It was failing at first because the parser read it as a string; that is fixed.",
  },
  {
    kind: "done",
    asked: "Delete the unused helpers in lib/legacy.",
    answer: "Deleted four helpers that nothing imports. The bundle shrank by 3 kB.",
    did: passes,
  },
  {
    kind: "done",
    asked: "Deploy version 2.4 to staging.",
    answer: "Version 2.4 is live on staging, and the smoke test came back clean.",
  },
  {
    kind: "done",
    asked: "Speed up the report query.",
    answer: "The query takes 80 ms instead of 2.1 s: it uses the new index on customer_id.",
  },
  {
    kind: "done",
    asked: "Update the README for the new option.",
    answer: "README.md describes `--quick` now, with an example.",
  },
  {
    kind: "done",
    asked: "Open a pull request for the cache.",
    answer: "Opened pull request #218 with the cache and its tests.",
    did: "nothing",
  },
  {
    kind: "done",
    asked: "Convert the callbacks in queue.js to promises.",
    answer:
      "All callbacks in queue.js are promises. Users who still pass a callback get a clear error.",
  },
  {
    kind: "done",
    asked: "Fix the flaky login test.",
    answer: "The test waited for the wrong event. I ran it 50 times and it passed every time.",
    did: passes,
  },
  {
    kind: "done",
    asked: "Remove the dependency on lodash.",
    answer: "lodash is gone from package.json; the three places that used it have plain code.",
  },
  {
    kind: "done",
    asked: "Teile das Modul billing auf.",
    answer: "Das Modul ist aufgeteilt in rechnung.ts und steuer.ts, alle Tests laufen durch.",
  },
  {
    kind: "done",
    asked: "Behebe den Fehler beim Anmelden.",
    answer: "Der Fehler ist behoben: Das Cookie wurde nicht mitgeschickt, jetzt wird es gesetzt.",
    did: passes,
  },
  {
    kind: "done",
    asked: "Erstelle eine Seite für die Einstellungen.",
    answer: "Die Seite ist unter /einstellungen erreichbar und speichert die Sprache.",
  },
  {
    kind: "done",
    asked: "Benenne die Spalte total in summe um.",
    answer: "Ich habe die Spalte umbenannt und die Abfragen angepasst. Die Prüfung ist grün.",
  },
  {
    kind: "done",
    asked: "Stelle den Build auf esbuild um.",
    answer: "Umgestellt. Der Build dauert 4 statt 31 Sekunden.",
    did: passes,
  },
  {
    kind: "done",
    asked: "Schreibe einen Test für leere Listen.",
    answer: "Test hinzugefügt in list.test.ts, er besteht.",
  },
  {
    kind: "done",
    asked: "Lösche den alten Worker.",
    answer: "Der alte Worker ist gelöscht, und niemand verweist noch auf ihn.",
  },
  {
    kind: "done",
    asked: "Ajoute un index sur la colonne email.",
    answer: "L'index est ajouté dans la migration 0043, et les tests passent.",
  },
  {
    kind: "done",
    asked: "Corrige le calcul de la TVA.",
    answer: "Corrigé : le taux de 5,5 % est appliqué aux livres.",
  },
  {
    kind: "done",
    asked: "Añade paginación a la lista de pedidos.",
    answer: "He añadido la paginación; la lista muestra 20 pedidos por página y las pruebas pasan.",
  },
  {
    kind: "done",
    asked: "Traduce los mensajes de error.",
    answer: "Todos los mensajes están traducidos en es.json.",
  },
  {
    kind: "done",
    asked: "Исправь кодировку в отчёте.",
    answer: "Исправлено: отчёт сохраняется в UTF-8, проверки проходят.",
  },
  { kind: "done", asked: "给订单接口加上分页。", answer: "分页已经加好，所有测试通过。" },
  {
    kind: "done",
    asked: "ログの形式を JSON に変えて。",
    answer: "ログの形式を JSON に変更しました。テストはすべて通りました。",
  },
  {
    kind: "done",
    asked: "Check that the backups run.",
    answer: "I checked the last seven nights: every backup ran and was restored once.",
    did: "nothing",
  },
  // Failing
  {
    kind: "failing",
    asked: "Now port src/customer.ts.",
    answer: "I ported the file, but the tests for discounts still fail with NaN.",
  },
  {
    kind: "failing",
    asked: "Make the parser accept comments.",
    answer:
      "The parser accepts line comments now. Block comments make it loop forever, so the suite times out.",
  },
  {
    kind: "failing",
    asked: "Fix the memory leak in the worker.",
    answer: "I closed the listeners after each job. Memory keeps growing, though: 40 MB an hour.",
  },
  {
    kind: "failing",
    asked: "Upgrade to React 19.",
    answer: "The upgrade compiles. Twelve snapshot tests are red because of the new ids.",
  },
  {
    kind: "failing",
    asked: "Get the build green on Windows.",
    answer: "I replaced the path separators.",
    did: fails,
  },
  {
    kind: "failing",
    asked: "Correct the rounding of totals.",
    answer:
      "I changed the rounding to half-even. Two of nine checks disagree with the expected totals.",
  },
  {
    kind: "failing",
    asked: "Make the import idempotent.",
    answer:
      "Added an upsert in import.ts. It doesn't work for rows without a key: they are inserted twice.",
  },
  {
    kind: "failing",
    asked: "Silence the warning of the linter.",
    answer: "I tried two configurations and the warning is still there.",
  },
  {
    kind: "failing",
    asked: "Reduce the bundle below 200 kB.",
    answer: "After tree shaking the bundle has 231 kB, which is above the limit.",
  },
  {
    kind: "failing",
    asked: "Fix the race in the scheduler.",
    answer: "I added a lock around the queue, and the stress test crashed after 12,000 jobs.",
  },
  {
    kind: "failing",
    asked: "Add types to the client.",
    answer: "Types are in place for 30 functions. tsc reports 7 errors in client/stream.ts.",
  },
  {
    kind: "failing",
    asked: "Repariere den Export nach CSV.",
    answer: "Ich habe die Trennzeichen geändert, aber der Export bricht bei Umlauten ab.",
  },
  {
    kind: "failing",
    asked: "Bring die Prüfung der Rechnungen zum Laufen.",
    answer: "Drei Tests schlagen weiterhin fehl.",
  },
  {
    kind: "failing",
    asked: "Stelle die Zeitzone um.",
    answer: "Die Umstellung funktioniert nicht: Termine im Sommer sind eine Stunde zu früh.",
  },
  {
    kind: "failing",
    asked: "Beschleunige die Suche.",
    answer: "Mit dem Index ist die Suche leider nicht schneller geworden.",
    did: fails,
  },
  {
    kind: "failing",
    asked: "Répare l'envoi des mails.",
    answer: "J'ai changé le port, mais l'envoi échoue toujours.",
  },
  {
    kind: "failing",
    asked: "Arregla el inicio de sesión.",
    answer: "Cambié la cookie, pero el inicio de sesión sigue fallando.",
  },
  { kind: "failing", asked: "修复导出功能。", answer: "我改了编码，但导出仍然失败。" },
  // Blocked
  {
    kind: "blocked",
    asked: "Deploy to staging.",
    answer: "I cannot deploy: the pipeline needs a token that I do not have.",
    did: "nothing",
  },
  {
    kind: "blocked",
    asked: "Run the migration on production.",
    answer:
      "The database refuses my login (role cutover_rw is read-only), so the migration did not run.",
    did: "nothing",
  },
  {
    kind: "blocked",
    asked: "Publish the package.",
    answer: "Blocked: the registry is down for maintenance.",
  },
  {
    kind: "blocked",
    asked: "Merge the release branch.",
    answer: "The branch is protected and I am not allowed to push to it.",
    did: "nothing",
  },
  {
    kind: "blocked",
    asked: "Regenerate the API client.",
    answer: "The generator needs network access, which the sandbox does not allow.",
  },
  {
    kind: "blocked",
    asked: "Test the payment flow.",
    answer: "There is no sandbox account for the payment provider, so I could not test it.",
    did: "nothing",
  },
  {
    kind: "blocked",
    asked: "Compare with last month's numbers.",
    answer: "Last month's file is missing from the bucket. Without it there is nothing to compare.",
    did: "nothing",
  },
  {
    kind: "blocked",
    asked: "Rotate the signing key.",
    answer: "Only an owner of the account can rotate the key; I lack that permission.",
    did: "nothing",
  },
  {
    kind: "blocked",
    asked: "Update the design tokens.",
    answer: "Figma returns 403 for this file, so I have no way to read the tokens.",
  },
  {
    kind: "blocked",
    asked: "Richte den Server ein.",
    answer: "Ich komme nicht weiter: Mir fehlt der SSH-Zugang.",
    did: "nothing",
  },
  {
    kind: "blocked",
    asked: "Lade die Kundendaten hoch.",
    answer: "Der Upload ist gesperrt, bis das Kontingent erhöht wird.",
  },
  {
    kind: "blocked",
    asked: "Veröffentliche die App.",
    answer: "Das ist derzeit nicht möglich, weil das Zertifikat abgelaufen ist.",
    did: "nothing",
  },
  {
    kind: "blocked",
    asked: "Mets à jour le serveur.",
    answer: "Impossible pour l'instant : je n'ai pas les droits administrateur.",
    did: "nothing",
  },
  {
    kind: "blocked",
    asked: "Instala el certificado.",
    answer: "No puedo instalarlo: falta la clave privada.",
    did: "nothing",
  },
  {
    kind: "blocked",
    asked: "Разверни сервис на стенде.",
    answer: "Не могу развернуть: нет доступа к стенду.",
    did: "nothing",
  },
  // Waiting
  {
    kind: "waiting",
    asked: "Ship the hotfix.",
    answer:
      "The hotfix is on the branch fix/cart. I am waiting for your approval before I merge it.",
  },
  {
    kind: "waiting",
    asked: "Rebuild the search index.",
    answer: "The rebuild is running and will take about two hours.",
  },
  {
    kind: "waiting",
    asked: "Choose a queue library.",
    answer:
      "I compared three. Please tell me whether you prefer BullMQ or pg-boss, then I will add it.",
  },
  {
    kind: "waiting",
    asked: "Drop the old tables.",
    answer: "This deletes 3 GB for good. Shall I go ahead?",
    did: "nothing",
  },
  {
    kind: "waiting",
    asked: "Get the certificate for shop.example.",
    answer: "The request is with the authority; the answer is pending.",
    did: "nothing",
  },
  {
    kind: "waiting",
    asked: "Send the newsletter.",
    answer: "The draft is ready. I will send it once you have confirmed the subject line.",
  },
  {
    kind: "waiting",
    asked: "Train the model on the new data.",
    answer: "Training started; epoch 3 of 20 is in progress.",
  },
  {
    kind: "waiting",
    asked: "Schalte den neuen Tarif frei.",
    answer: "Ich warte noch auf die Freigabe der Buchhaltung.",
    did: "nothing",
  },
  {
    kind: "waiting",
    asked: "Ändere die AGB.",
    answer: "Der Entwurf liegt bei der Rechtsabteilung, eine Antwort steht aus.",
  },
  {
    kind: "waiting",
    asked: "Lösche die Testkonten.",
    answer: "Soll ich auch die Konten mit Rechnungen löschen? Vorher lösche ich nichts.",
    did: "nothing",
  },
  {
    kind: "waiting",
    asked: "Valide la commande de serveurs.",
    answer: "J'attends la réponse du fournisseur.",
    did: "nothing",
  },
  {
    kind: "waiting",
    asked: "Cierra la incidencia 77.",
    answer: "Estoy esperando la confirmación del cliente.",
    did: "nothing",
  },
  // Partly
  {
    kind: "partly",
    asked: "Migrate the five services to the new logger.",
    answer: "Three of the five services use the new logger; billing and search remain.",
  },
  {
    kind: "partly",
    asked: "Write tests for the four endpoints.",
    answer: "Tests for GET and POST are written. PUT and DELETE come next.",
  },
  {
    kind: "partly",
    asked: "Translate the whole site.",
    answer: "I translated the start page and the shop so far.",
  },
  {
    kind: "partly",
    asked: "Fix the open accessibility issues.",
    answer: "Fixed 8 of 11 issues. The color contrast of the menu is left.",
  },
  {
    kind: "partly",
    asked: "Document every public function.",
    answer: "About half of the functions are documented now.",
  },
  {
    kind: "partly",
    asked: "Move the assets to the CDN.",
    answer: "Images are moved; fonts are not moved yet.",
  },
  {
    kind: "partly",
    asked: "Replace all uses of moment.",
    answer: "I replaced moment in src/. There are still 14 uses in tools/.",
  },
  {
    kind: "partly",
    asked: "Clean up the permissions.",
    answer: "The roles are cleaned up, the groups are next on my list.",
  },
  {
    kind: "partly",
    asked: "Stelle alle Formulare auf die neue Prüfung um.",
    answer: "Vier von sieben Formularen sind umgestellt.",
  },
  {
    kind: "partly",
    asked: "Räume die Konfiguration auf.",
    answer: "Die Datei für die Entwicklung ist aufgeräumt, die für den Betrieb kommt als Nächstes.",
  },
  {
    kind: "partly",
    asked: "Übersetze die Hilfe.",
    answer: "Das erste Kapitel ist übersetzt, der Rest fehlt noch.",
  },
  {
    kind: "partly",
    asked: "Migre toutes les routes.",
    answer: "Deux routes sur six sont migrées.",
  },
  {
    kind: "partly",
    asked: "Documenta los módulos.",
    answer: "El módulo de pagos está documentado; faltan los demás.",
  },
  // Undone later
  {
    kind: "undone",
    asked: "Add a cache in front of the product API.",
    answer: "Added the cache with a TTL of 60 s; all tests pass.",
    later: ["Please revert the cache, it serves stale prices.", "Reverted the cache."],
  },
  {
    kind: "undone",
    asked: "Switch the colors of the menu to blue.",
    answer: "The menu is blue now.",
    later: ["No, undo that.", "Undone, the menu has its old colors."],
  },
  {
    kind: "undone",
    asked: "Turn on compression for the responses.",
    answer: "Compression is enabled.",
    later: ["Compression breaks the old clients. Turn it off again.", "Compression is off again."],
  },
  {
    kind: "undone",
    asked: "Introduce the feature flag newCheckout.",
    answer: "Introduced the flag newCheckout, done.",
    later: [
      "We don't want the flag newCheckout after all, take it out again.",
      "Removed the flag newCheckout.",
    ],
  },
  {
    kind: "undone",
    asked: "Move the settings to a YAML file.",
    answer: "Moved the settings to settings.yaml, tests pass.",
    later: ["Put the settings back into JSON, please.", "The settings are in settings.json again."],
  },
  {
    kind: "undone",
    asked: "Pin Node to version 22.",
    answer: "Pinned Node to 22 in .nvmrc.",
    later: ["Roll back the Node pin.", "Rolled back."],
  },
  {
    kind: "undone",
    asked: "Merge the two user tables.",
    answer: "Merged both tables in migration 0050; done.",
    later: [
      "That merge was a mistake, restore the two tables.",
      "Restored both tables from the backup.",
    ],
  },
  {
    kind: "undone",
    asked: "Delete the endpoint /v1/orders.",
    answer: "Deleted the endpoint /v1/orders.",
    later: ["We need /v1/orders after all. Bring it back.", "The endpoint /v1/orders is back."],
  },
  {
    kind: "undone",
    asked: "Ersetze die Datumsauswahl.",
    answer: "Die Datumsauswahl ist ersetzt, fertig.",
    later: ["Mach die Änderung an der Datumsauswahl rückgängig.", "Rückgängig gemacht."],
  },
  {
    kind: "undone",
    asked: "Schalte die Protokolle auf debug.",
    answer: "Die Protokolle stehen auf debug, erledigt.",
    later: [
      "Stell die Protokolle wieder auf info zurück.",
      "Die Protokolle stehen wieder auf info.",
    ],
  },
  {
    kind: "undone",
    asked: "Passe die Preise auf netto an.",
    answer: "Alle Preise sind jetzt netto, die Tests laufen grün.",
    later: ["Nimm die Änderung der Preise zurück.", "Die Preise sind wieder brutto."],
  },
  {
    kind: "undone",
    asked: "Active le mode sombre par défaut.",
    answer: "Le mode sombre est activé par défaut, terminé.",
    later: ["Annule le mode sombre.", "Annulé."],
  },
];
