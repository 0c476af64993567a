import { assistantMessage, type Message, systemMessage, userMessage } from "@cutpoint/core";

/** Questions of a traveler and the answers, in turns. Plans change on the way. */
const TURNS: readonly (readonly [question: string, answer: string])[] = [
  [
    "We want to travel through Portugal in May, by train only. We are two adults and Ida, who is four. Never book anything that starts before 9 in the morning, she needs her sleep.",
    "A journey by train from south to north works well in May. I suggest Lisbon for four nights, Évora for two, Coimbra for two and Porto for four. That makes twelve nights. No train will leave before 9:00.",
  ],
  [
    "Twelve nights are too many. We have ten, from May 9 to May 19. And we land in Faro, not in Lisbon.",
    "Then I start in Faro: one night in Faro, four in Lisbon, two in Coimbra and three in Porto. That is ten nights, from May 9 to May 19. Évora is left out, since the connection from Faro costs half a day.",
  ],
  [
    "What is the budget for hotels? We can spend 1,400 euros on all nights together.",
    "1,400 euros for ten nights are 140 euros a night. In Faro a family room is about 95 euros, in Lisbon 165, in Coimbra 110 and in Porto 145. Together that is 95 + 660 + 220 + 435 = 1,410 euros, ten above the limit.",
  ],
  [
    "Take something cheaper in Lisbon then. We like Graça, near a playground.",
    "In Graça there is Casa do Miradouro with a family room for 150 euros a night, 200 metres from the playground at Jardim da Cerca. The total becomes 95 + 600 + 220 + 435 = 1,350 euros.",
  ],
  [
    "Good, note Casa do Miradouro. Reservation code CDM-4471, four nights from May 10.",
    "Noted: Casa do Miradouro in Graça, code CDM-4471, May 10 to May 14. It costs 600 euros for four nights.",
  ],
  [
    "Is there a train from Faro to Lisbon that suits us on May 10?",
    "Yes: the Intercidades at 10:12 from Faro reaches Lisbon Oriente at 13:15. Seats must be reserved. Children up to 4 years travel free without a seat of their own, so two tickets of 23.20 euros are enough.",
  ],
  [
    "Ida gets restless without a seat. Book three.",
    "With a seat for Ida it is 23.20 + 23.20 + 11.60 = 58 euros for the Intercidades at 10:12.",
  ],
  [
    "What can we do in Lisbon with a four-year-old when it rains?",
    "The Oceanário is the best choice for a rainy day: open from 10:00 to 20:00, 25 euros for adults and 15 euros for children from 3 years on. The Pavilhão do Conhecimento next door has a hall for children under six. Both are at Oriente station.",
  ],
  [
    "And when the sun shines?",
    "Jardim da Estrela has a playground and a kiosk. Tram 28 stops there, but it is crowded after 11:00. The beach of Carcavelos is 25 minutes by train from Cais do Sodré and is shallow near the wall.",
  ],
  [
    "My partner is allergic to nuts. Please mention it with every restaurant you suggest.",
    "I will. For a reservation, say: alergia a frutos secos. In Graça, O Pitéu cooks fish without nuts, and the kitchen answers questions about nut allergy. Desserts often contain almonds, so ask before you order.",
  ],
  [
    "Suggest dinner for the first evening in Lisbon, early because of Ida.",
    "O Pitéu da Graça opens at 19:00 and is 300 metres from Casa do Miradouro. Nut allergy: the grilled fish is safe, the almond tart is not. I would reserve a table for 19:00 on May 10.",
  ],
  [
    "How do we get from Lisbon to Coimbra on May 14?",
    "The Alfa Pendular at 11:09 from Santa Apolónia reaches Coimbra-B at 13:06. From there a shuttle train takes four minutes to the center. Tickets are 26.80 euros, and 13.40 for Ida.",
  ],
  [
    "Change of plan: my mother joins us in Coimbra. She is 71 and walks with a stick. So we need two rooms there, without stairs.",
    "With your mother you are four in Coimbra. Hotel Vitória has an elevator and two rooms on the first floor, 85 euros each. Two nights are 340 euros instead of 220, so the total becomes 1,470 euros, 70 above your limit.",
  ],
  [
    "She pays for her own room.",
    "Then her room, 170 euros for two nights, is not part of your budget. Your part in Coimbra is 170 euros, and the total becomes 95 + 600 + 170 + 435 = 1,300 euros.",
  ],
  [
    "What can she see in Coimbra without many steps?",
    "The botanical garden has a level main path. The old library is reached by an elevator from the river side, the Elevador do Mercado, and 150 metres on foot. I would leave out the cathedral tower: it has 120 steps.",
  ],
  [
    "Can she get a discount on the trains?",
    "Yes. From 65 years on, CP sells tickets at half price. She needs a document that shows her age. From Coimbra to Porto on May 16 she pays 9.45 euros instead of 18.90.",
  ],
  [
    "Which train is that?",
    "On May 16, the Alfa Pendular at 10:35 from Coimbra-B reaches Porto Campanhã at 11:38. Four seats in one row are free in carriage 3. It leaves after 9:00, as you asked.",
  ],
  [
    "Where do we stay in Porto? All four of us now, three nights.",
    "In Cedofeita, Casa do Pátio has an apartment with two bedrooms on the ground floor for 160 euros a night, together 480. Your mother's half would be 240, so your part falls from 435 to 240 euros and the total to 1,105 euros.",
  ],
  [
    "Take it. The code is PTO-9932. But we do not share by half, she pays a third.",
    "Noted: Casa do Pátio in Cedofeita, code PTO-9932, May 16 to May 19. A third of 480 is 160 euros for your mother, so your part is 320 euros and the total becomes 95 + 600 + 170 + 320 = 1,185 euros.",
  ],
  [
    "Dinner in Porto?",
    "Near Casa do Pátio, Tasquinha do Bonfim serves from 18:30. Nut allergy: they mark nuts on the menu, and the pudding contains walnuts. Highchairs are there. For your mother: the entrance has one step.",
  ],
  [
    "What about a boat on the Douro?",
    "The six bridges tour takes 50 minutes, 18 euros for adults, free for children under 5. Boats leave from Ribeira at 10:30, 11:30 and every hour after that. The pier has a ramp, so your mother can board without stairs.",
  ],
  [
    "We fly home from Porto on May 19. When do we have to leave Cedofeita?",
    "Your flight leaves at 15:40, so be at the airport at 13:40. Metro line E takes 27 minutes from Lapa. Leave the apartment at 12:45. With the stick and the luggage a taxi is easier: about 25 euros.",
  ],
  [
    "The flight was moved to 17:10.",
    "Then be at the airport at 15:10 and leave the apartment at 14:15. Check-out is at 11:00, and Casa do Pátio keeps luggage until 16:00.",
  ],
  [
    "Faro: did you pick a hotel for the first night?",
    "Not yet. The total contains 95 euros for it. Hotel Sol Algarve is 500 metres from the station, has a family room for 92 euros, and lets you check in until midnight. Your plane lands at 20:35.",
  ],
  [
    "Book Sol Algarve. Code FAO-2210.",
    "Noted: Hotel Sol Algarve in Faro, code FAO-2210, May 9 to May 10, 92 euros. The total becomes 92 + 600 + 170 + 320 = 1,182 euros, 218 below your limit of 1,400.",
  ],
  [
    "What do all trains cost together, for the three of us?",
    "Faro to Lisbon 58.00, Lisbon to Coimbra 26.80 + 26.80 + 13.40 = 67.00, Coimbra to Porto 18.90 + 18.90 + 9.45 = 47.25. Together 172.25 euros. Your mother's ticket of 9.45 is not included.",
  ],
  [
    "Is one suitcase per person allowed in the Alfa Pendular?",
    "Yes. There is a rack at the end of each carriage, and no weight limit. Carriage 3 has the most space. The stroller must be folded.",
  ],
  [
    "Write a list of all reservations with their codes.",
    "Hotel Sol Algarve, Faro, May 9, FAO-2210. Casa do Miradouro, Lisbon, May 10 to 14, CDM-4471. Hotel Vitória, Coimbra, May 14 to 16, two rooms, not reserved yet. Casa do Pátio, Porto, May 16 to 19, PTO-9932.",
  ],
  [
    "Coimbra is reserved now: VIT-1806, both rooms on the first floor.",
    "Noted: Hotel Vitória, code VIT-1806, May 14 to 16. With that, all four hotels are reserved.",
  ],
  [
    "One more day in Lisbon would be nice. Can we take it from Porto?",
    "Yes: stay in Lisbon until May 15, in Coimbra until May 17 and in Porto until May 19, two nights instead of three. Lisbon costs 150 euros more, and your part of Porto 107 less. The total becomes 1,225 euros. All trains after Lisbon move by one day.",
  ],
  [
    "No, leave it as it was. My mother has already bought her ticket.",
    "Then everything stays: Lisbon until May 14, Coimbra until May 16, Porto until May 19. The total is 1,182 euros.",
  ],
  [
    "What should I pack for Ida?",
    "A folding stroller, a sun hat, a rain jacket and headphones for the trains. Evenings in Porto have 13 degrees in May. Bring her ID card: hotels ask for it.",
  ],
];

/** Returns a chat about a journey, without tools. */
export function tripChat(): readonly Message[] {
  return [
    systemMessage("You plan journeys. Give prices in euros and times of the day in 24 hours."),
    ...TURNS.flatMap(([question, answer]) => [userMessage(question), assistantMessage(answer)]),
  ];
}
